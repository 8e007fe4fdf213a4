"""Finding games: home, the library, and the index behind them."""
