# The title of the course, a title for each section by its id, and the words of each criterion.
title = @title@
first = A first run
criterion-counter = I can tell what the counter adds up, and when compaction fires.
