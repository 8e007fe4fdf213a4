"""What many games come to: averages, leaderboards, ratings, comparisons."""
