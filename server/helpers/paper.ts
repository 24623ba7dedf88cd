import type { Context } from '#server/context.ts'
import { signHead } from '#server/ledger/head.ts'
import { originOf } from '#server/papers/paper.ts'
import { openSheet } from '#server/papers/pdf.ts'
import { ensureMayHelp } from './name-helper.ts'
import { getMember, viewPerson } from './queries.ts'

const MAY = [
  'mandar o comprovante do que eu pagar;',
  'confirmar ou recusar o que eu receber, menos o que vier de quem me ajuda;',
  'aceitar os termos da roda, depois de os ler comigo;',
  'dizer não a uma troca da minha chave de pagamento.',
]

/** The paper that a member signs to name who acts for them, on one A4 page. */
export async function writeHelperPaper(
  context: Context,
  { memberId, helperId }: { memberId: string; helperId: string | undefined },
): Promise<Buffer> {
  const { actor, db } = context
  const member = viewPerson(await getMember(db, actor.circleId, memberId))
  const helper =
    helperId === undefined
      ? { name: '______________________________' }
      : viewPerson(await getMember(db, actor.circleId, helperId))
  if (helperId !== undefined) await ensureMayHelp(db, context, { memberId, helperId })
  const origin = await originOf(context, await signHead(context))
  const sheet = await openSheet('Quem me ajuda', origin)
  sheet.say(`Eu, ${member.name}, autorizo ${helper.name} a fazer por mim, no celular, na roda ${origin.circle}:`, {
    size: 14,
    gap: 0.8,
  })
  for (const one of MAY) sheet.say(`•  ${one}`, { size: 14 })
  sheet.say('Não pode trocar a minha chave de pagamento nem a minha senha, nem sair da roda por mim.', {
    size: 14,
    gap: 0.8,
  })
  sheet.say(
    'Tudo o que for feito assim fica no livro da roda com os dois nomes. Eu posso encerrar esta ajuda quando quiser: ' +
      'aviso quem organiza, ou entro com o meu CPF e a minha senha.',
    { size: 12, gap: 2 },
  )
  for (const [who, name] of [
    ['Assinatura de quem é ajudado', member.name],
    ['Assinatura de quem ajuda', helper.name],
  ])
    sheet.say(`_______________________________________________\n${who}: ${name}`, { size: 12, gap: 2.5 })
  sheet.say('Lugar e data: _____________________________________', { size: 12, gap: 1.5 })
  sheet.say(
    'Depois de assinado, quem organiza tira uma foto deste papel. Ela fica guardada, e a marca dela vai para o livro.',
    {
      size: 10,
    },
  )
  return sheet.close()
}
