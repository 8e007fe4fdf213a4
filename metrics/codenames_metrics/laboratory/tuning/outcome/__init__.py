"""What came out: games for the choice, the test, the report and the chosen prompts."""
