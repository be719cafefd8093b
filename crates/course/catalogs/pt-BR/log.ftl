# The log of a run. Figures are printed without grouping, and the same in every language;
# `stop_reason` and `tokensUsed` are names and stay as they are.
log-call = [chamada { NUMBER($call, useGrouping: 0) }] stop_reason={ $stop } tokensUsed={ NUMBER($tokens, useGrouping: 0) }{ $measure ->
    [estimated] { " " }(estimado)
   *[counted] { "" }
}
log-compaction = [chamada { NUMBER($call, useGrouping: 0) }] >>> compactação { NUMBER($ordinal, useGrouping: 0) } ({ $cause ->
    [overflow] o provedor achou a requisição longa demais
    [request] pedida
   *[threshold] { $meter ->
        [occupancy] ocupação
       *[accumulated] tokensUsed
    } { NUMBER($used, useGrouping: 0) }{ $measure ->
        [estimated] { " " }(estimado)
       *[counted] { "" }
    } >= { NUMBER($threshold, useGrouping: 0) }
}): mensagens substituídas por atacado (resumo de repasse e NOTES.md), contador zerado (0)
log-elided = [chamada { NUMBER($call, useGrouping: 0) }] >>> resultados antigos omitidos: { NUMBER($count, useGrouping: 0) } ({ NUMBER($freed, useGrouping: 0) } tokens liberados), contador zerado (0)
log-answer = Resposta final:
log-ended = { $ending ->
    [refused] O provedor recusou a requisição: a execução termina sem resposta.
    [overflowed] A requisição e a resposta não cabem na janela: a execução termina sem resposta.
    [budgetSpent] O orçamento de tokens está gasto: a execução termina sem resposta.
    [scriptEnded] As respostas preparadas acabaram: a execução termina sem resposta.
   *[stopped] A execução termina sem resposta.
}
log-totals = Chamadas ao modelo: { NUMBER($calls, useGrouping: 0) } ({ NUMBER($compactionCalls, useGrouping: 0) } de compactação)
log-compactions = Compactações: { NUMBER($count, useGrouping: 0) }
log-notes = NOTES.md final:
