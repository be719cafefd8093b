# Help texts and messages of the command line.

## Help

about = Gestão de contexto para agentes de LLM: reproduz cenários e mostra o que acontece com a janela
run-about = Reproduz um cenário ou uma gravação e imprime o log; com --live, um modelo real assume a tarefa do cenário
arg-file = Um cenário, arquivo .toml cujos textos ficam na pasta de mesmo nome; ou uma gravação, arquivo .json
arg-lang = Idioma dos textos e do log: en, pt-BR ou ko; sem esta opção, o do ambiente (LANG)
arg-json = Imprime cada evento como uma linha de JSON em vez do log
arg-help = Mostra esta ajuda
arg-version = Mostra a versão

arg-command = O comando; sem ele, a ajuda de todos
arg-default = [padrão: { $value }]
arg-choices = [um destes: { $values }]
help-about = Mostra a ajuda de um comando
heading-usage = Uso
heading-commands = Comandos
heading-arguments = Argumentos
heading-options = Opções
# What stands for a value in the help.
value-command = COMANDO
value-file = ARQUIVO
value-dir = PASTA
value-lang = IDIOMA
value-name = NOME
value-provider = PROVEDOR
value-url = URL
value-dialect = DIALETO
value-tokens = TOKENS
value-ratio = RAZÃO
value-meter = MEDIDOR
value-count = N
value-dollars = DÓLARES
value-seconds = SEGUNDOS
usage-all = secondwind <COMANDO>
usage-run = secondwind run [OPÇÕES] <ARQUIVO>
usage-scenario = secondwind scenario [OPÇÕES] <ARQUIVO>
usage-check = secondwind check [OPÇÕES] <PASTA>
usage-help = secondwind help [COMANDO]

scenario-about = Grava em arquivos o cenário que uma gravação produz, pronto para editar e executar em todos os idiomas
arg-recording = A gravação, um arquivo .json de uma execução que chegou à resposta
arg-out = Pasta para o cenário; nada nela é sobrescrito
scenario-written = Gravado: { $file }. Execute-o com `secondwind run { $file }`.

## A run with a real model

cli-heading = Com um modelo real
# Names of variables and options stay as they are.
cli-help =
    A chave é lida apenas do ambiente: ANTHROPIC_API_KEY para api.anthropic.com, OPENAI_API_KEY para api.openai.com, SECONDWIND_API_KEY para qualquer outro servidor.
    As ferramentas respondem o que o cenário preparou; nada é executado nesta máquina.

    Códigos de saída: 0 a execução chegou à resposta; 1 não chegou ou foi recusada; 2 falha na chamada ou em um arquivo; 130 Ctrl-C.
arg-live = Entrega a tarefa, o prompt de sistema e as ferramentas do cenário a um modelo real
arg-model = Nome do modelo, como o provedor o escreve
arg-provider = Quem responde; sem esta opção, o nome do modelo decide e, com --base-url, é local
arg-base-url = Endereço do servidor, se não for o habitual do provedor
arg-dialect = O que o servidor fala; sem esta opção, openai-chat, ou anthropic para esse provedor
arg-window = Tamanho da janela simulada; sem esta opção, o do cenário
arg-ratio = Parte da janela a partir da qual a compactação dispara, maior que 0 e menor que 1; sem esta opção, a do cenário
arg-meter = Medidor comparado com o limiar; sem esta opção, o do cenário
arg-reply-limit = O máximo que uma resposta pode ter, em tokens
arg-max-calls = O máximo de chamadas ao modelo em toda a execução, incluídas as de compactação
arg-max-cost = O máximo que toda a execução pode custar, por exemplo 0.25; o preço do modelo precisa ser conhecido
arg-timeout = O tempo máximo que o provedor pode ficar em silêncio
arg-record = Guarda a execução neste arquivo .json depois de cada resposta; ele pode ser reproduzido e virar um cenário
arg-resume = Continua a execução em --record que parou no meio
arg-yes = Começa sem perguntar

# Before the first call, one line each.
cli-model = Modelo: { $model }, em { $address }
cli-window = Janela: { NUMBER($window, useGrouping: 0) } tokens; a compactação dispara a partir de { NUMBER($threshold, useGrouping: 0) } ({ $meter ->
    [occupancy] ocupação
   *[accumulated] o contador tokensUsed
})
cli-recorded = { $count ->
    [one] Gravada até agora: { NUMBER($count, useGrouping: 0) } resposta; a execução continua dali.
   *[other] Gravadas até agora: { NUMBER($count, useGrouping: 0) } respostas; a execução continua dali.
}
cli-most = Próxima chamada: cerca de { NUMBER($tokens, useGrouping: 0) } tokens, no máximo US$ { $most }
cli-no-price = Próxima chamada: cerca de { NUMBER($tokens, useGrouping: 0) } tokens; o preço deste modelo não é conhecido aqui
cli-narrow = Atenção: só a primeira requisição ocupa cerca de { NUMBER($tokens, useGrouping: 0) } tokens, metade do limiar ou mais. Com --window, a execução ganha espaço.
cli-cap = Limites: { $calls ->
    [one] { NUMBER($calls, useGrouping: 0) } chamada
   *[other] { NUMBER($calls, useGrouping: 0) } chamadas
}, { $cap ->
    [none] sem limite de custo
   *[other] US$ { $cap }
}
cli-ask = Começar? [s/N]
cli-declined = Nada foi enviado.

# While it goes on, and how it ends.
cli-cost = Custo até agora: US$ { $cost }
cli-again = A chamada falhou: { $message }. Ela será repetida em { $seconds } s.
cli-interrupted = Interrompido.
cli-kept = Todas as respostas até aqui estão em { $file }. Continue com o mesmo comando e --resume.
cli-not-kept = A execução não foi guardada. Com --record ARQUIVO, ela fica guardada.
cli-saved = A gravação está em { $file }.
cli-untaken = A execução não pode aceitar esta resposta do modelo:
cli-capped-calls = O limite de chamadas foi atingido (--max-calls { NUMBER($calls, useGrouping: 0) }). Aumente-o para continuar.
cli-capped-cost = A próxima chamada pode custar até US$ { $most }, e já foram gastos US$ { $spent } de US$ { $cap }. Aumente --max-cost para continuar.
cli-capped-unknown = O provedor não informa quanto a última resposta consumiu, então não há mais como respeitar --max-cost. Continue sem essa opção; --max-calls limita a execução.
# What the provider or the network said, behind one of the messages below.
cli-said = Detalhes: { $message } (status { $status }, requisição { $request })
cli-failed-auth = A chave está ausente, errada ou sem permissão para isto. Verifique { $variable }.
cli-failed-billing = A conta não pode pagar a chamada. Adicione créditos no provedor ou use outra chave em { $variable }.
cli-failed-rate = O provedor não aceita mais chamadas por enquanto, ou um limite de gastos foi atingido. Espere um pouco ou aumente o limite na sua conta.
cli-failed-overload = O provedor está sem capacidade no momento. Espere um pouco e tente de novo.
cli-failed-server = O provedor falhou. Espere um pouco e tente de novo.
cli-failed-too-large = A requisição tem bytes demais para este servidor. Escolha um --window menor.
cli-failed-not-found = Não há modelo { $model } em { $address }, ou não há nada nesse endereço. Verifique --model e --base-url.
cli-failed-malformed = O que voltou de { $address } não é resposta de um modelo. Verifique --base-url e --dialect, e se há um proxy no caminho.
cli-failed-cut = A resposta foi cortada antes do fim. Verifique a conexão e tente de novo.
cli-failed-network = Sem conexão com { $address }. Verifique o endereço, a rede e se o servidor está no ar.
cli-failed-timeout = { $address } ficou em silêncio por tempo demais. Tente de novo ou permita mais tempo com --timeout.
cli-failed-other = O provedor recusou a requisição. Veja o que ele diz e verifique --model, --dialect e --reply-limit.

# The last line of a recording that stops in the middle.
open-call = A gravação para aqui: a execução espera a resposta à chamada { NUMBER($call, useGrouping: 0) }.
open-tool = A gravação para aqui: a execução espera o resultado de { $tool }.

## Faults of the call

error-not-found = O arquivo { $file } não existe. Verifique o caminho.
error-too-large = { $file } tem { $size } bytes, mas são lidos no máximo { $limit }. Verifique se é o arquivo certo e, se for, encurte-o.
error-not-text = { $file } não é texto em UTF-8. Salve-o em UTF-8 ou indique outro arquivo.
error-unreadable = Não é possível ler { $file }: { $reason }. Verifique se é um arquivo e se você tem permissão de leitura.
error-no-texts = Não há uma pasta { $folder } com textos ao lado de { $file }. Um cenário tem seus textos ali, um arquivo por idioma, como en.toml.
error-no-language = { $file } não tem textos em { $lang }; tem em { $have }. Escolha um destes com --lang ou adicione os textos que faltam.

error-exists = { $file } já existe, e nada é sobrescrito. Indique outro nome.
error-unwritable = Não é possível gravar { $file }: { $reason }. Indique outro lugar ou verifique se você tem permissão de escrita.
error-changed = { $file } mudou nesse meio-tempo e fica como está. Execute o comando de novo.
error-live-recording = { $file } é uma gravação. Com --live, indique o cenário; para continuar uma gravação, acrescente --record { $file } --resume.
error-live-provider = Não se sabe quem responde por { $model }. Acrescente --provider ou --base-url.
error-live-no-key = Não há chave. Coloque-a na variável de ambiente { $variable }.
error-live-key = A chave em { $variable } tem, na posição { NUMBER($place, useGrouping: 0) }, um caractere que nenhuma chave tem. Copie-a de novo, sem nada em volta.
error-live-address = O endereço em --base-url { $fault ->
    [scheme] não começa com https:// nem http://
    [port] não tem porta válida
    [credentials] contém usuário ou senha; a chave vai no ambiente
    [query] tem query ou fragmento
    [path] tem um caminho inválido
    [key] contém uma chave; a chave vai no ambiente
   *[host] não tem host válido
}. Corrija-o.
error-live-not-private = { $address } não está nesta máquina nem é acessado por https://, e outros poderiam ler a chave no caminho. Use https:// ou chame sem chave.
error-live-no-price = O preço de { $model } não é conhecido aqui, então não há como respeitar --max-cost. Retire essa opção; --max-calls limita a execução.
error-live-open = { $file } contém uma execução que parou no meio. Continue-a com --resume ou indique outro arquivo.
error-live-other-run = { $file } contém uma execução de outro cenário, idioma, modelo ou dialeto. Retome-a como foi iniciada ou indique outro arquivo.
error-live-request = Não é possível montar a requisição: { $reason }. Corrija --base-url.
error-live-yes = Não há a quem perguntar aqui se deve começar. Acrescente --yes.

error-live-model = O nome em --model contém uma chave ou parece ser uma. Indique o modelo; a chave vai no ambiente.
error-live-record = Uma gravação é um arquivo .json, e { $file } não é. Com --record { $named }, ela poderá ser lida de novo.
error-live-full = A gravação ocuparia { $size } bytes, mas de um arquivo são lidos no máximo { $limit }. { $file } fica como estava antes da última resposta. Escolha limites menores, como --reply-limit ou --max-calls.

## What the command line does not take

# Stands below each of these, with the usage in between.
usage-more = Saiba mais com --help.
usage-unknown = { $near ->
    [none] Aqui não existe o argumento { $option }.
   *[other] Aqui não existe o argumento { $option }. Você quis dizer { $near }?
}
usage-command = { $near ->
    [none] Não existe o comando { $command }.
   *[other] Não existe o comando { $command }. Você quis dizer { $near }?
}
usage-no-command = Falta o comando. Existem: { $known }.
usage-no-value = Falta o valor de { $option }. Adicione-o.
usage-many-values = { $option } não aceita o valor { $value }. Retire-o.
usage-choice = { $option } não aceita { $value }. Valores aceitos: { $known }.
usage-value = { $option } não aceita { $value }. O valor precisa ser { $kind ->
    [count] um número inteiro de 1 a 4294967295
    [port] uma porta de 1 a 65535
    [number] um número, por exemplo 0.7
    [amount] um valor em dólares maior que 0, por exemplo 0.25
   *[other] outro
}.
usage-conflict = { $option } não pode ser usado junto com { $other }. Retire um dos dois.
usage-twice = { $option } só pode aparecer uma vez. Retire as repetições.
usage-missing = Falta: { $option }. Adicione o que falta.
usage-not-text = Um dos argumentos não é texto em UTF-8. Escreva-o em UTF-8.
usage-other = Não é possível ler a linha de comando. Verifique-a.

# Stands above the list of issues.
error-scenario = { $count ->
    [one] O cenário tem { $count } falha:
   *[other] O cenário tem { $count } falhas:
}

## Faults in a scenario, by code. The place (file, line, column) is printed in front.

issue-syntax = Isto não é TOML válido: { $slip ->
    [bracket] um `{"{"}` ou `[` aberto acima não foi fechado, ou falta uma vírgula nele. Feche-o na linha que o abre.
    [twice] este nome já existe. Retire um dos dois; o que aparece várias vezes leva dois colchetes, como em `[[rounds]]`, todas as vezes.
    [quotes] palavras ficam entre aspas retas, como em `"tokens"`. Coloque-as em volta.
    [rest] vem algo a seguir que não pertence ao valor. Escreva um só valor na linha; decimais levam ponto, como em `0.5`.
   *[none] { $detail }. Corrija a sintaxe aqui.
}
issue-unknown-key = A chave `{ $key }` é desconhecida.{ $nearest ->
    [none] {""}
   *[other] {" "}Você quis dizer `{ $nearest }`?
} Chaves conhecidas aqui: { $expected }. Renomeie-a ou remova-a.
issue-missing-key = Falta a chave `{ $key }`. Adicione-a.
# Kinds are named by string, integer, number, boolean, array, table (found also: float, datetime); others are printed as they are.
issue-wrong-type = `{ $key }` deveria ser { $expected ->
    [string] uma string
    [integer] um número inteiro
    [number] um número
    [boolean] true ou false
    [array] um array
    [table] uma tabela
   *[other] { $expected }
}, mas é { $found ->
    [string] uma string
    [integer] um número inteiro
    [float] um número decimal
    [number] um número
    [boolean] true ou false
    [array] um array
    [table] uma tabela
    [datetime] uma data
   *[other] { $found }
}. Mude o valor.
issue-negative = `{ $key }` é { $value }, mas não pode ser menor que 0. Escreva 0 ou mais.
issue-missing-text = Não há texto `{ $key }` em nenhum destes arquivos: { $files }. Adicione a linha `{ $key } = "…"` a um deles ou corrija o nome aqui.
issue-policy = Esta política não pode funcionar: { $detail }. Mude `window`, `ratio` ou os tamanhos.
issue-rounds-ran-dry = A chamada { $call } não encontra rodada que a responda. Adicione uma rodada ou retire as chamadas de ferramenta da última, para que ela encerre a execução.
issue-rounds-left-over = { $left ->
    [one] A rodada { $round } encerra a execução, mas ainda vem { $left } rodada depois dela.
   *[other] A rodada { $round } encerra a execução, mas ainda vêm { $left } rodadas depois dela.
} Remova o que vem depois ou dê uma chamada de ferramenta à rodada { $round }.
issue-summaries-ran-dry = A compactação { $ordinal } não encontra resumo. Adicione um em [[summaries]] ou escreva um [default_summary].
issue-format = O formato { $found } não é conhecido; esta versão lê o formato { $supported }. Defina `format = { $supported }` ou atualize o secondwind.
issue-mixed-call = Uma chamada de ferramenta tem `notes` ou tem `tool` com `input` e `result`; esta tem os dois ou nenhum. Deixe só um deles.
issue-derived-input = `input` está indicado, mas com usage = "derived" ele é calculado a partir da janela. Remova-o ou defina usage = "given".
issue-given-input = Falta `input`; com usage = "given", toda resposta o indica. Adicione-o ou defina usage = "derived".
issue-rounds-empty = O cenário não tem rodadas. Adicione pelo menos uma em [[rounds]]; uma rodada sem chamadas de ferramenta encerra a execução.
issue-unknown-tool = Não há ferramenta `{ $tool }`.{ $nearest ->
    [none] {""}
   *[other] {" "}Você quis dizer `{ $nearest }`?
} Adicione-a em [[tools]] ou corrija o nome.
issue-too-many = `{ $key }` tem { $count } entradas, mas são permitidas no máximo { $limit }. Remova algumas ou divida o cenário.
issue-blank-text = O texto `{ $key }` está em branco. Escreva-o, ou retire a chave onde ela pode faltar.
issue-reserved-tool = A ferramenta `{ $tool }` é adicionada pelo harness. Retire-a de [[tools]]; uma chamada a ela se escreve com `notes`.
issue-stop-without-calls = Esta rodada para com "tool_use", mas não tem chamada de ferramenta. Adicione uma em [[rounds.calls]], ou retire `stop`.
issue-refused = A execução não pode continuar depois desta rodada: { $detail }. Corrija a rodada.
issue-too-large = O arquivo tem { $size } bytes, mas são lidos no máximo { $limit }. Encurte-o.
issue-not-text = O arquivo não é texto em UTF-8. Salve-o em UTF-8.
issue-unreadable = Não é possível ler o arquivo: { $reason }. Verifique se é um arquivo e se você tem permissão de leitura.
issue-no-course = Não há { $file }. Indique a pasta de um curso.
issue-name-not-text = O nome de { $file } não é texto UTF-8, e por isso o arquivo não é lido. Dê outro nome a ele.
issue-link = { $file } é um link, e aquilo a que ele leva não acompanha o curso. Ponha o próprio arquivo, ou a própria pasta, no lugar dele.
issue-more-faults = Há mais de { $limit } falhas neste arquivo, e as outras não são mostradas. Corrija as que estão acima e verifique de novo.
issue-same-tool = A ferramenta `{ $tool }` está declarada duas vezes. Retire uma delas.
error-no-file = { $file } é uma pasta, um pipe ou um dispositivo. Indique um cenário (.toml) ou uma gravação (.json).
issue-unknown-carrier = `{ $key }` indica { $value }, mas { $count ->
    [0] não há nenhum
    [one] só há { $count }
   *[other] só há { $count }
}. A contagem começa em 1. Corrija o número.
issue-no-default-summary = O fato está no resumo padrão, mas não há nenhum. Escreva um [default_summary] ou retire `default_summary`.
issue-no-results = A rodada { $round } não tem chamadas de ferramenta e, portanto, não tem resultados que possam conter o fato. Indique outra rodada.
issue-fact-without-carrier = Nada contém este fato. Diga onde ele se encontra: `task`, `replies`, `results`, `summaries`, `default_summary` ou `notes`.

## Faults in what is changed of a scenario

issue-patch-unknown-key = `{ $key }` não pode ser mudado. Conhecidos aqui: { $expected }. Renomeie-o ou retire-o.
issue-patch-unknown-word = `{ $key }` não conhece { $found }. Conhecidos aqui: { $expected }. Escreva um deles.
issue-patch-same-line = { $one } e { $other } mudam a mesma linha do loop. Deixe só um dos dois.
issue-patch-strategy = Os bugs são do loop da aula, que sempre reinicia a partir de um resumo. Retire a estratégia ou os bugs.
issue-patch-ratio = Uma razão de { $ratio } não dá limiar. Escolha uma maior que 0 e menor que 1.
issue-patch-window = Uma janela de { $window } tokens não tem limiar com a razão { $ratio }. Aumente a janela.
issue-patch-no-room = O limiar { $threshold } não é menor que a janela { $window } menos a reserva { $reserve }. Diminua a razão ou a reserva, ou aumente a janela.

## Faults in a recording

# Stands above the list of faults of a recording.
error-recording = { $count ->
    [one] A gravação tem { $count } falha:
   *[other] A gravação tem { $count } falhas:
}
issue-recording = Isto não é uma gravação: { $detail }. Use o arquivo como foi exportado.
issue-recording-version = A gravação tem a versão { $found }; este programa lê a versão { $supported }. Atualize o secondwind.
issue-recording-not-answered = Esta execução não terminou com uma resposta ({ $ending }), e um cenário precisa de uma. Deixe a execução ir até o fim primeiro.
issue-answer-kind = A resposta { $answer } da gravação é do tipo { $found }, mas aqui a execução pede { $wanted }. Use o arquivo como foi exportado.
issue-answer-refused = A execução não pode continuar com a resposta { $answer } da gravação: { $detail }. Retire essa resposta e todas as seguintes.
issue-answers-left-over = { $left ->
    [one] A execução terminou, mas a gravação tem mais uma resposta. Retire-a.
   *[other] A execução terminou, mas a gravação tem mais { $left } respostas. Retire-as.
}
