title = Um curso minúsculo
first = A primeira seção
criterion-kinds = Todos os tipos de tarefa estão feitos.
