"""1880: China (Helmut Ohley and Leonhard Orgler, edition of 2022), 3–7 players."""
