# O que há para saber em uma execução, e onde está.

facts-heading = Fatos
facts-place-window = na janela
facts-place-notes = só no NOTES.md
facts-place-lost = perdidos
facts-since = desde a compactação { $compaction }
facts-unseen = o modelo não o vê
facts-ahead = { $known ->
    [0] { $count ->
        [one] Ainda falta { $count } fato.
       *[other] Ainda faltam { $count } fatos.
    }
   *[other] { $count ->
        [one] Ainda falta { $count }.
       *[other] Ainda faltam { $count }.
    }
}
facts-tally = { $kept ->
    [one] { $kept } mantido
   *[other] { $kept } mantidos
}, { $notes } no NOTES.md, { $lost ->
    [one] { $lost } perdido
   *[other] { $lost } perdidos
}
facts-told = Fatos: { $kept ->
    [one] { $kept } mantido
   *[other] { $kept } mantidos
}, { $notes } no NOTES.md, { $lost ->
    [one] { $lost } perdido
   *[other] { $lost } perdidos
}.
facts-ledger-heading = O que foi feito deles
facts-ledger-name = Compactação { $compaction }:
