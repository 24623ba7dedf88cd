import type { ReactNode } from 'react'

/** The parts of a bank and of the police in a PIX gone wrong, with their limits: on its page, and beside a case. */
export const bankPoints: readonly { readonly title: string; readonly text: ReactNode }[] = [
  {
    title: 'Golpe, fraude ou ameaça',
    text: (
      <>
        Conteste o PIX no seu banco, o quanto antes e em até 80 dias do pagamento. Não precisa ligar: desde outubro de
        2025 isso se faz no aplicativo. Na área do PIX, procure por “contestar” ou “MED” (Mecanismo Especial de
        Devolução). O banco de quem recebeu bloqueia o que ainda houver na conta, e os dois bancos analisam. Pode voltar
        tudo, uma parte ou nada.
      </>
    ),
  },
  {
    title: 'Chave errada, valor errado ou desacordo',
    text: (
      <>
        O MED não serve para isso: quem devolve é quem recebeu, pelo aplicativo do banco, no próprio PIX que chegou.
        Peça com calma, mostrando o comprovante. Se não der certo, fale com o seu banco; a Defensoria Pública orienta de
        graça quem não pode pagar um advogado.
      </>
    ),
  },
  {
    title: 'Boletim de ocorrência',
    text: (
      <>
        Em caso de golpe, registre na delegacia ou na delegacia virtual do seu estado, com o comprovante e o
        identificador da transação. Ele documenta o que houve e ajuda o pedido ao banco; sozinho, não devolve o
        dinheiro.
      </>
    ),
  },
]
