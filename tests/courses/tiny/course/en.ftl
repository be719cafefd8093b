title = A tiny course
first = The first section
criterion-kinds = Every kind of task is done.
