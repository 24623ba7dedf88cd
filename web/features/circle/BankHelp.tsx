import './bank-help.css'

/** The help of a bank and the police about a PIX, and its limits: shown where somebody is missing money. */
export function BankHelp() {
  return (
    <details className="case-help">
      <summary>O que o banco pode fazer, e o que não pode</summary>
      <ul>
        <li>
          <strong>Golpe ou fraude:</strong> peça ao seu banco, pelo aplicativo ou telefone, o MED (Mecanismo Especial de
          Devolução do PIX), o quanto antes e em até 80 dias do pagamento. O banco bloqueia o que ainda houver na conta
          de quem recebeu, e os dois bancos analisam. Pode voltar tudo, uma parte ou nada.
        </li>
        <li>
          <strong>Chave digitada errada, ou desacordo entre as partes:</strong> o MED não serve para isso. Peça a
          devolução a quem recebeu; é quem recebeu que devolve, pelo próprio aplicativo do banco.
        </li>
        <li>
          <strong>Boletim de ocorrência:</strong> registre na delegacia ou na delegacia virtual do seu estado, com o
          comprovante e o identificador da transação. Ele documenta o que houve e ajuda o pedido ao banco; sozinho, não
          devolve o dinheiro.
        </li>
        <li>
          <strong>A administração deste círculo</strong> decide o que vale aqui dentro: se a doação conta como feita.
          Ela não tem o dinheiro, não vê a sua conta e não consegue desfazer um PIX.
        </li>
      </ul>
    </details>
  )
}
