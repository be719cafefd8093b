# O laboratório: controles, a execução inteira como curva, e quanto ela custa.

lab-label = Laboratório
lab-lead = Mexa em um controle e veja a execução inteira ser refeita. O passo a passo abaixo fica como está até você abrir outro.
lab-close = Fechar o laboratório
lab-held = O laboratório mostra execuções inteiras, e ainda há uma pergunta aberta. Responda, pule ou desligue as previsões.
lab-dropped = Os controles do laboratório não servem para este cenário. Ele é executado sem eles.

lab-dials = Controles
lab-dial-window = Janela
lab-dial-ratio = Razão
lab-dial-outputReserve = Reserva de saída
lab-dial-summaryTokens = Tamanho do resumo
lab-dial-tokenBudget = Orçamento de tokens
lab-dial-meter = Medidor que dispara
lab-dial-strategy = Estratégia
lab-dial-notes = O NOTES.md é lido de volta
lab-slider = { $name }, controle deslizante
lab-none = nenhum
lab-empty-field = Um campo vazio fica como no cenário.
lab-reset = Restaurar todos os controles

lab-strategy-restart = reiniciar a partir de um resumo
lab-strategy-keepLast = resumo, as duas últimas rodadas ficam
lab-strategy-elideResults = encurtar resultados antigos
lab-notes-restart = no reinício
lab-notes-system = em cada prompt de sistema

lab-bad = Isto não pode funcionar. A curva é a última que funcionou.
lab-only-costs = A tarefa termina antes de o limiar ser atingido. Nenhuma compactação dispara: em uma tarefa tão curta, notas, verificações e contagem só custam.
lab-none-fired = A execução terminou antes que alguma compactação disparasse.
lab-walk = Abrir o passo a passo
lab-pin = Fixar esta execução
lab-back = Percorrer sem os controles
lab-unpin = Desafixar
lab-unchanged = sem mudanças
lab-changed = Mudado: { $names }
lab-restore = Desfazer as mudanças
lab-tooth = Compactação { $compaction }: abrir o passo a passo no passo { $step }
lab-axis = passo { $step }

lab-scores = Placar
lab-figure = Valor
lab-now = agora
lab-score-ending = Como termina
lab-score-compactions = Compactações
lab-score-calls = Chamadas ao modelo
lab-score-compactionCalls = para compactação
lab-score-spend = Tokens gastos
lab-score-input = entrada
lab-score-fresh = das quais, fora do cache
lab-score-output = saída
lab-score-kept = Fatos mantidos
lab-score-noted = só no NOTES.md
lab-score-lost = Fatos perdidos
lab-score-price = Preço
lab-pin-bad = Uma execução fixada marcada com – não funciona neste cenário.
lab-ending-answered = respondida
lab-ending-refused = recusada
lab-ending-overflowed = janela cheia
lab-ending-budgetSpent = orçamento gasto
lab-ending-scriptEnded = roteiro acabou
lab-ending-stopped = parada
lab-prices = Preço de um milhão de tokens, na sua moeda
lab-price-input = entrada
lab-price-output = saída
