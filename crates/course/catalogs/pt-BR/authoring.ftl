# What the command line says to those who write courses.

## Help

new-about = Grava um curso, um exercício ou o programa da aula como ponto de partida; nada é sobrescrito
new-course-about = Grava um curso pequeno que funciona como está: uma seção, uma execução, um exercício
new-exercise-about = Grava um exercício que funciona como está e o inclui na lista de course.toml
new-lesson-about = Grava o programa da aula com o modelo preparado da execução de referência, para executar com o Node no seu próprio editor
preview-about = Mostra um curso no navegador enquanto é escrito: o que é salvo aparece logo, e as falhas aparecem na página
build-about = Grava um curso e a página que o mostra como um site de arquivos, para qualquer servidor web; um curso com falhas é recusado
usage-preview = secondwind preview [OPÇÕES] <PASTA>
usage-build = secondwind build [OPÇÕES] <PASTA>
arg-port = Porta nesta máquina, ou a próxima livre acima dela
arg-page = Pasta de uma página construída; sem esta opção, a página que este programa traz
arg-site = Pasta para o site; uma construção anterior nela é substituída
arg-address = Endereço que o site terá; com ele são gravados os arquivos do oEmbed
usage-new = secondwind new <O QUÊ>
usage-new-course = secondwind new course [OPÇÕES] <PASTA>
usage-new-exercise = secondwind new exercise [OPÇÕES] <ID>
usage-new-lesson = secondwind new lesson [OPÇÕES] <PASTA>
heading-what = O que pode ser gravado
value-text = TEXTO
value-id = ID
value-kind = TIPO
arg-new-folder = A pasta a gravar, que ainda não existe ou está vazia
arg-title = Título do curso, em todos os idiomas; pode ser mudado e traduzido depois
arg-id = Id do exercício: uma letra, depois letras, algarismos e hifens; é para sempre
arg-course = Pasta do curso
arg-kind = O que é perguntado
arg-section = Id da seção que lista o exercício; sem esta opção, a última

## What was written

# The title of a course that was given none.
new-title = Um curso novo
new-course = Gravado: { $folder }. Não tem falhas. `secondwind preview { $folder }` o mostra enquanto você escreve, e `secondwind check { $folder }` aponta as falhas.
new-exercise = Gravado: { $file }, com os textos em { $texts }. Pergunta sobre a execução { $run }, e a seção { $section } o lista.
new-lesson = Gravado: { $folder }. Execute com `node { $file }`; o programa é harness.js.
preview-at = O curso está em { $url } (Ctrl-C encerra)
build-done = Gravado: { $folder }, { $count } arquivos. Ponha a pasta em qualquer servidor web, também abaixo de um caminho; index.html abre também a partir de um disco.
# Stands below the faults.
build-faults = Nada foi gravado.

## Faults of the call

error-not-empty = { $folder } não é uma pasta vazia, e nada é sobrescrito. Indique uma que esteja vazia ou que ainda não exista.
error-new-no-course = Não há { $file }. Indique a pasta do curso com --course.
error-new-title = Um título é uma linha de texto. Dê um sem quebras de linha, ou omita --title.
error-new-id = { $id } não pode ser um id. Um id começa com uma letra, continua com letras, algarismos e hifens, como primeiros-passos, e tem no máximo 60 caracteres.
error-new-syntax = { $file } não é TOML válido. `secondwind check { $folder }` diz onde; corrija isso primeiro.
error-new-list = Em { $file } há uma seção sem id ou com um `exercises` que não é uma lista. `secondwind check { $folder }` diz onde; corrija isso primeiro.
error-new-no-section = { $file } não tem nenhuma seção que possa listar o exercício. Adicione uma em [[sections]] primeiro.
error-new-section = Não há seção { $section } em { $file }. Existem: { $known }. Escolha uma destas com --section.
error-new-no-run = Nenhuma das execuções em { $file } tem o que uma tarefa do tipo { $kind } pergunta (execuções: { $runs }). A maioria dos tipos precisa de uma execução com compactação: adicione uma em [runs] ou escolha outro tipo com --kind, como explain.
error-no-page = Este programa foi construído sem a página. Indique com --page a pasta de uma página construída, como www/dist.
error-page = { $folder } não contém uma página como foi construída, ou contém uma em que já se pôs um curso. Indique a pasta em que a página foi construída, como www/dist.
error-page-old = A página em { $folder } é de outra versão que não a deste programa. Construa-a de novo.
error-out = { $folder } contém algo além de uma construção anterior, e nada é sobrescrito. Indique outra pasta com --out.
error-address = { $address } não é o endereço de uma página. Escreva-o por inteiro, sem parâmetros: https://escola.example/curso/.
error-port = A página não pode ser servida na porta { $port } nem nas portas acima dela: { $reason }. Indique outra com --port.

## `npx secondwind`, where it does not start

npx-missing = Não há linha de comando para { $platform } aqui: falta o pacote npm { $name }. Instale secondwind de novo sem omitir pacotes opcionais, ou construa o programa com `cargo build --release -p secondwind-cli` e ponha o caminho dele na variável SECONDWIND_BINARY.
npx-failed = { $file } não pode ser iniciado: { $reason }. Instale secondwind de novo, ou ponha o caminho de outro programa na variável SECONDWIND_BINARY.
