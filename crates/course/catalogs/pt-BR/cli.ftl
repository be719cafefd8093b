# Help texts and messages of the command line.

## Help

about = Gestão de contexto para agentes de LLM: reproduz cenários e mostra o que acontece com a janela
run-about = Reproduz um cenário até o fim e imprime o log
arg-file = O cenário, um arquivo .toml; os textos ficam na pasta de mesmo nome
arg-lang = Idioma dos textos e do log: en, pt-BR ou ko
arg-json = Imprime cada evento como uma linha de JSON em vez do log
arg-help = Mostra esta ajuda
arg-version = Mostra a versão

## Faults of the call

error-not-found = O arquivo { $file } não existe. Verifique o caminho.
error-too-large = { $file } tem { $size } bytes, mas são lidos no máximo { $limit }. Verifique se é um cenário e, se for, encurte-o.
error-not-text = { $file } não é texto em UTF-8. Salve-o em UTF-8 ou indique outro arquivo.
error-unreadable = Não é possível ler { $file }: { $reason }. Verifique se é um arquivo e se você tem permissão de leitura.
error-no-texts = Não há uma pasta { $folder } com textos ao lado de { $file }. Um cenário tem seus textos ali, um arquivo por idioma, como en.toml.
error-no-language = { $file } não tem textos em { $lang }; tem em { $have }. Escolha um destes com --lang ou adicione os textos que faltam.

# Stands above the list of issues.
error-scenario = { $count ->
    [one] O cenário tem { $count } falha:
   *[other] O cenário tem { $count } falhas:
}

## Faults in a scenario, by code. The place (file, line, column) is printed in front.

issue-syntax = Isto não é TOML válido: { $detail }. Corrija a sintaxe aqui.
issue-unknown-key = A chave `{ $key }` é desconhecida. Chaves conhecidas aqui: { $expected }. Renomeie-a ou remova-a.
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
issue-missing-text = Não há texto `{ $key }` neste idioma nem em common.toml. Adicione-o a um dos dois arquivos.
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
issue-unknown-tool = Não há ferramenta `{ $tool }`. Adicione-a em [[tools]] ou corrija o nome.
issue-too-many = Há { $count } entradas aqui, mas são permitidas no máximo { $limit }. Remova algumas ou divida o cenário.
issue-blank-text = O texto `{ $key }` está em branco. Escreva-o, ou retire a chave onde ela pode faltar.
issue-reserved-tool = A ferramenta `{ $tool }` é adicionada pelo harness. Retire-a de [[tools]]; uma chamada a ela se escreve com `notes`.
issue-stop-without-calls = Esta rodada para com "tool_use", mas não tem chamada de ferramenta. Adicione uma em [[rounds.calls]], ou retire `stop`.
issue-refused = A execução não pode continuar depois desta rodada: { $detail }. Corrija a rodada.
issue-too-large = O arquivo tem { $size } bytes, mas são lidos no máximo { $limit }. Encurte-o.
issue-same-tool = A ferramenta `{ $tool }` está declarada duas vezes. Retire uma delas.
error-no-file = { $file } é uma pasta, um pipe ou um dispositivo. Indique o cenário, um arquivo .toml.
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
issue-patch-strategy = Os bugs são do loop da lição, que sempre reinicia a partir de um resumo. Retire a estratégia ou os bugs.
issue-patch-ratio = Uma razão de { $ratio } não dá limiar. Escolha uma maior que 0 e menor que 1.
issue-patch-window = Uma janela de { $window } tokens não tem limiar com a razão { $ratio }. Aumente a janela.
issue-patch-no-room = O limiar { $threshold } não é menor que a janela { $window } menos a reserva { $reserve }. Diminua a razão ou a reserva, ou aumente a janela.

## Faults in a recording

issue-recording = Isto não é uma gravação: { $detail }. Use o arquivo como foi exportado.
issue-recording-version = A gravação tem a versão { $found }; este programa lê a versão { $supported }. Atualize o secondwind.
issue-recording-not-answered = Esta execução não terminou com uma resposta ({ $ending }), e um cenário precisa de uma. Deixe a execução ir até o fim primeiro.
issue-answer-kind = A resposta { $answer } da gravação é do tipo { $found }, mas aqui a execução pede { $wanted }. Use o arquivo como foi exportado.
issue-answer-refused = A execução não pode continuar com a resposta { $answer } da gravação: { $detail }. Retire essa resposta e todas as seguintes.
issue-answers-left-over = { $left ->
    [one] A execução terminou, mas a gravação tem mais uma resposta. Retire-a.
   *[other] A execução terminou, mas a gravação tem mais { $left } respostas. Retire-as.
}
