# A página dentro de um quadro de outra página.

embed-panel-exercise = Exercício
embed-no-exercise = Não há aqui nenhum exercício com esse nome.
embed-open = Abrir em uma aba própria
embed-frame = Exercício e execução do harness de um agente
embed-not-kept = Este navegador não guarda nada para uma página dentro de outra. O que você fizer aqui dura até ela ser fechada; em uma aba própria, fica guardado.
