# A course that is being written, in the page that shows it.
preview-faults = { $count ->
    [one] O curso tem uma falha
   *[other] O curso tem { $count } falhas
}
preview-kept = A página mostra o curso como estava antes. Ela acompanha assim que os arquivos forem salvos sem falhas.
preview-none = O curso aparece assim que os arquivos forem salvos sem falhas.
preview-fold = Recolher
preview-unfold = Mostrar
preview-lost = A pré-visualização não está mais em execução. Inicie-a de novo com `secondwind preview`; depois disso, esta página acompanha por conta própria.
