# The panels beside the window: the program, its requests, what a step changes, the files, the log.

code-panels = O que acontece por baixo
code-tab-code = Código
code-tab-request = Requisição
code-tab-changes = Mudanças
code-tab-files = Arquivos
code-tab-log = Log
code-copy = Copiar
code-copied = Copiado
code-copy-failed = O navegador não permitiu copiar

## Code

code-listing = O programa, linha por linha
code-marked = { $count ->
    [0] Este programa não faz nada neste passo
    [one] A linha { $lines } acabou de ser executada
   *[other] As linhas { $lines } acabaram de ser executadas
}{ $then ->
    [line] , a linha { $next } é a próxima.
    [end] . A execução termina aqui.
   *[gone] . Ele não tem linha para o próximo passo.
}
code-row-ran = acabou de ser executada
code-row-next = próxima
code-row-added = acrescentada
code-row-removed = removida
code-occupancy = Este cenário compara a ocupação; por isso, o programa conta a ocupação em vez do contador da aula.
code-limit = Nesta execução uma resposta pode ter até { $limit } tokens; o programa da aula traz { $shown }.
code-break = Quebre o programa
code-break-state = { $count ->
    [0] nenhum erro introduzido
    [one] { $count } erro introduzido
   *[other] { $count } erros introduzidos
}
code-break-lead = Cada chave introduz um erro no programa acima. O que sai é marcado com −, o que entra, com +.
code-repair = Consertar tudo
code-broken = Quebrado de propósito: { $names }
code-excluded = Muda a mesma linha que “{ $other }”.
code-diff-of = O que “{ $name }” muda
code-report = Relato: { $name }

code-group-check = A verificação
code-group-restart = O reinício
code-group-notes = As notas
code-group-count = O que é contado e enviado

code-noReset = Esquecer de zerar
code-noReset-text = O contador não volta a 0 depois da compactação. Ele continua acima do limiar, e cada rodada seguinte compacta de novo.
code-noReset-real = No goose, a contagem de tokens deixou de ser zerada, e uma compactação seguiu a outra.
code-checkEarly = Verificar cedo demais
code-checkEarly-text = A verificação vem antes de as ferramentas serem executadas. Os resultados ficam atrás da mensagem de reinício, sem a chamada a que respondem, e o provedor os recusa.
code-checkEarly-real = O agente de exemplo de outro curso compactou antes de anexar o resultado, e a API respondeu 400.
code-checkLate = Verificar tarde demais
code-checkLate-text = A verificação espera a resposta seguinte chegar. Até lá, mais uma requisição já saiu acima do limiar.
code-checkLate-real = O pi só verificava no fim do loop inteiro: cerca de 45 turnos a mais saíram acima do limiar.
code-append = Acrescentar em vez de substituir
code-append-text = A mensagem de reinício vai para o fim do histórico em vez de tomar o lugar dele. A janela cresce justamente quando deveria encolher.
code-append-real = O lossless-claw escrevia resumos e mantinha também as mensagens resumidas.
code-cutPair = Cortar um par ao meio
code-cutPair-text = A última mensagem fica atrás do resumo: resultados cuja chamada já não existe. A próxima requisição é recusada.
code-cutPair-real = Um corte na sumarização do LangChain deixou um resultado sem a sua chamada, e o provedor respondeu 400.
code-longSummary = Resumo sem limite
code-longSummary-text = Nada mantém o resumo curto. Ele pode ficar tão longo quanto o histórico que substitui, e a janela nova já começa quase cheia.
code-longSummary-real = No opencrabs, o resumo cresceu de 14 para 122 kB em cinco compactações.
code-staleNotes = Reiniciar com notas antigas
code-staleNotes-text = O reinício leva o NOTES.md como estava no começo da execução. Falta o que o agente escreveu desde então.
code-staleNotes-real = Segundo um relato, o Claude Code repunha a cópia do último prompt, e não o arquivo em disco.
code-notesInSystem = Notas em todo prompt de sistema
code-notesInSystem-text = O NOTES.md vai em cada requisição. Toda chamada paga por ele, e toda atualização quebra o prefixo em cache.
code-notesInSystem-real = Um relato sobre o Claude Code: depois de uma gravação na memória, o histórico inteiro volta a ser cobrado a preço cheio.
code-appendNotes = Acrescentar às notas
code-appendNotes-text = update_notes acrescenta ao arquivo em vez de sobrescrevê-lo. O que já foi resolvido continua lá como pendente.
code-appendNotes-real = No talon, seções de status vencidas ocupavam dois terços do arquivo de memória.
code-thresholdAtLimit = Limiar no limite
code-thresholdAtLimit-text = A verificação só dispara com a janela cheia. Não sobra espaço para a próxima requisição.
code-thresholdAtLimit-real = Claude Code: 196.261 tokens e mais 20.000 para a resposta não couberam em 200.000.
code-sharedCounter = Um contador para as duas válvulas
code-sharedCounter-text = O orçamento olha para o contador que cada compactação zera; por isso, pode nunca ser atingido.
code-sharedCounter-real = O gsd-2 calculava o custo da sessão só com as mensagens ainda na janela, e cada compactação o fazia cair.
code-otherGauge = Medidor e verificação discordam
code-otherGauge-text = O log mostra a ocupação, mas a verificação compara o contador da aula. Ela dispara com o medidor bem abaixo do limiar.
code-otherGauge-real = O Claude Code deu o limite como atingido enquanto o /context mostrava 67% de uso.
code-lastOnly = Enviar só a última mensagem
code-lastOnly-text = Cada requisição leva apenas a mensagem mais nova. O modelo não se lembra de nada, e a segunda requisição traz resultados sem a sua chamada.
code-lastOnly-real = O OpenJarvis guardava o histórico da conversa, mas só passava ao agente a mensagem mais nova.

## Request

code-request-main = Chamada { $call }
code-request-summary = Chamada { $call }, para o resumo
code-request-when = { $steps ->
    [0] É enviada neste passo.
    [one] É enviada no próximo passo.
   *[other] É enviada daqui a { $steps } passos.
}
code-request-go = Ir para o passo { $step }
code-request-none = A execução terminou. Nada mais é enviado.
code-request-json = A requisição em JSON
code-request-history = instrução e histórico, como texto
code-request-tools = { $count ->
    [one] { $count } ferramenta
   *[other] { $count } ferramentas
}
code-request-approx = cerca de { $tokens } tokens, estimados

## Changes

code-changes-none = Este passo não mudou nenhuma mensagem, nenhum contador e nenhum arquivo.
code-changes-came = Entrou na janela
code-changes-left = Saiu da janela
code-changes-counters = Contadores
code-changes-notes = NOTES.md, versão { $version }
code-changes-log = Novo no log
code-changes-from-to = de { $from } para { $to }

## Files

code-files-lead = Em disco, fora da janela. O modelo não vê nada disto, a menos que o harness o leia de volta.
code-files-versions = Versões do NOTES.md
code-files-version = Versão { $version }, chamada { $call }
code-files-no-versions = Nenhuma versão ainda.
code-files-archive = Mensagens arquivadas
code-files-archive-note = { $count ->
    [0] Vazio até a primeira compactação.
    [one] { $count } mensagem que uma compactação tirou da janela.
   *[other] { $count } mensagens que compactações tiraram da janela.
}
