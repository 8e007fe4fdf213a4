"""Finding games: home, the library, and the episodes that come with the app."""
