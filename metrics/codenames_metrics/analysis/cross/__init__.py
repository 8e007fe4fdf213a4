"""Cross-play: every cluer with every guesser."""
