"""Ways to send a request: over HTTP to servers that speak the language of OpenAI, through litellm to all others."""
