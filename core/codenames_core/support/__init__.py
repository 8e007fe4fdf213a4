"""What everything else stands on: errors, frozen values, folders."""
