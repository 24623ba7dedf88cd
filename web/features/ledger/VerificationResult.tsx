import { Alert, Button, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Signatures } from '#circle/ledger/signatures.ts'
import type { Money } from '#circle/ledger/books.ts'
import type { ActKind } from '#circle/ledger/act-kinds.ts'
import { RULES } from '#circle/ledger/rules.ts'
import { ledgerFaultSentence } from '#contracts/ledger-faults.ts'
import { moneyText } from '#contracts/money-text.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { say } from '#web/text/say.ts'
import type { Verification } from './worker-messages.ts'

/** One is enough to know that the book is broken; the downloaded one has all of them. */
const FAULTS_SHOWN = 20

/** The result of a verification in words: intact, or what is wrong and where. */
export function VerificationResult({
  verification,
  memberId,
  onEntry,
}: {
  verification: Verification
  memberId: string | null
  onEntry: (seq: number) => void
}) {
  const { verdict, head, heldTo, code, areSignaturesChecked } = verification
  const heading = useRef<HTMLHeadingElement>(null)
  const isWhole = verdict.faultsFound === 0
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="ledger-verdict" data-whole={isWhole}>
      <Title order={3} size="h4" ref={heading} tabIndex={-1}>
        {isWhole ? '✓ Tudo confere' : `✗ ${countText(verdict.faultsFound, 'falha', 'falhas')} no livro`}
      </Title>
      <Text>
        {countText(verdict.entries, 'lançamento', 'lançamentos')}, até {fullMomentText(head.at)}.
      </Text>
      {!isWhole && <FaultList verdict={verdict} onEntry={onEntry} />}
      {code && isWhole && <Text>É o livro do código de hoje, {code}.</Text>}
      <ComparedHeads heldTo={heldTo} isWhole={isWhole} />
      {!areSignaturesChecked && (
        <Alert color="sol" mt="sm">
          Este navegador não sabe conferir assinaturas, ou a página não veio por uma conexão segura. Todo o resto foi
          conferido; para a assinatura, use o programa descrito abaixo.
        </Alert>
      )}
      {verdict.administrators?.fromSeq === null && (
        <Text>
          Este livro é de antes de se anotar quem administrava o círculo no começo: de quem já administrava, vale a
          palavra do livro.
        </Text>
      )}
      {verdict.rules !== null && verdict.rules < RULES && (
        <Text>
          Este círculo foi criado por regras de antes. Nem tudo o que hoje se exige é exigido aqui: por exemplo, que os
          aparelhos assinem o que se diz num caso.
        </Text>
      )}
      {verdict.money && <Sums money={verdict.money} />}
      {verdict.signatures && <UnsignedActs signatures={verdict.signatures} memberId={memberId} onEntry={onEntry} />}
      {verdict.own && <OwnLine own={verdict.own} isWhole={isWhole} />}
      <Text size="sm" c="dimmed" mt="sm" className="wrap-anywhere">
        Chave de quem assina: <span className="ledger-hash">{head.key}</span>
      </Text>
    </div>
  )
}

function FaultList({
  verdict: { faults, faultsFound },
  onEntry,
}: {
  verdict: Verification['verdict']
  onEntry: (seq: number) => void
}) {
  const shown = faults.slice(0, FAULTS_SHOWN)
  return (
    <>
      <ul className="ledger-faults" aria-label="Falhas encontradas">
        {shown.map((fault, index) => (
          <li key={index}>
            <span>{ledgerFaultSentence(fault)}</span>
            {fault.seq !== null && fault.seq > 0 && (
              <Button variant="default" size="compact-md" mih={44} onClick={() => onEntry(fault.seq!)}>
                Ver lançamento {fault.seq}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {faultsFound > shown.length && <Text>… e mais {faultsFound - shown.length}.</Text>}
      <Text mt="sm">
        Baixe o livro como está agora e guarde o arquivo: com ele, outros participantes e a administração podem ver a
        mesma falha.
      </Text>
    </>
  )
}

function ComparedHeads({ heldTo, isWhole }: { heldTo: Verification['heldTo']; isWhole: boolean }) {
  const first = heldTo[0]
  if (!first)
    return (
      <Text>
        Não havia assinatura guardada com que comparar: um livro reescrito por inteiro não se nota assim. A de agora
        serve para a próxima vez.
      </Text>
    )
  const many = countText(heldTo.length, 'assinatura guardada', 'assinaturas guardadas')
  return (
    <Text>
      Comparado com {many}, a primeira de {fullMomentText(first.at)}
      {isWhole ? `: nada do que estava escrito até o lançamento ${heldTo.at(-1)!.seq} mudou.` : '.'}
    </Text>
  )
}

/**
 * Acts in the name of somebody who had a device, without its signature. Lost devices are why there are any, so it is no
 * fault; but the member whose name stands there knows whether it was they.
 */
function UnsignedActs({
  signatures: { signed, unsigned, unsignedFound },
  memberId,
  onEntry,
}: {
  signatures: Signatures
  memberId: string | null
  onEntry: (seq: number) => void
}) {
  const own = unsigned.filter((act) => act.memberId === memberId)
  if (signed === 0 && unsignedFound === 0) return null
  return (
    <>
      <Text>
        {signed === 0 ? 'Nenhum ato assinado' : countText(signed, 'ato assinado', 'atos assinados')} no aparelho de quem
        fez
        {unsignedFound > 0 && `, ${countText(unsignedFound)} sem assinatura de quem tinha aparelho`}.
      </Text>
      {own.length > 0 && (
        <Alert color="sol" mt="sm" title="Feito em seu nome, sem a assinatura de um aparelho seu">
          <ul className="ledger-faults" aria-label="Sem assinatura, em seu nome">
            {own.map(({ seq, act }) => (
              <li key={seq}>
                <span>{say(actTexts[act])}</span>
                <Button variant="default" size="compact-md" mih={44} onClick={() => onEntry(seq)}>
                  Ver lançamento {seq}
                </Button>
              </li>
            ))}
          </ul>
          Não foi você? Troque a sua senha, retire em Perfil os aparelhos que não conhece e fale com a administração e
          com a outra parte da doação.
        </Alert>
      )}
    </>
  )
}

const actTexts: Readonly<Record<ActKind, string>> = {
  send_receipt: 'Comprovante enviado',
  reject_receipt: 'Comprovante recusado',
  confirm: 'Doação confirmada',
  report: 'Report aberto',
  accept_upgrade: 'Upgrade aceito',
  pay_ahead: 'Mês adiantado',
  accept_terms: 'Termos aceitos',
  join_draw: 'Parte no sorteio',
  open_draw: 'Número do sorteio mostrado',
  accept_order: 'Ordem proposta, aceita',
  confirm_key: 'Troca de chave confirmada',
  object_key: 'Troca de chave recusada',
  object: 'Objeção feita',
  withdraw_objection: 'Objeção retirada',
  appeal: 'Recurso feito',
  say: 'Texto escrito num caso',
  admit_key: 'Aparelho novo aceito',
  remove_key: 'Aparelho retirado',
  vouch: 'Pessoa conhecida',
  unvouch: 'Pessoa conhecida, retirada',
  confirm_fiscal: 'Fiscal confirmado',
  end_fiscal: 'Fiscal que não se quer mais',
  resign_fiscal: 'Saída de fiscal',
  ask_swap: 'Troca de vez pedida',
  accept_beginning: 'Começo aceito',
  take_shares: 'Número de lugares escolhido',
  accept_swap: 'Troca de vez aceita',
  ask_substitute: 'Pedido para passar o lugar',
  accept_substitute: 'Lugar aceito',
  end_swap: 'Troca de vez retirada ou recusada',
  end_substitute: 'Passagem de lugar retirada ou recusada',
  contest_beginning: 'Começo contestado',
  choose_witness: 'Testemunha escolhida',
  drop_witness: 'Testemunha retirada',
  leave: 'Saída do círculo',
  administer: 'Decisão da administração',
  approve: 'Proposta aprovada',
  reject: 'Proposta recusada',
}

const cents = (amount: number) => moneyText(amount / 100)

function Sums({
  money: { givenCents, receivedCents, administrationCents, openCents, waitingCents },
}: {
  money: Money
}) {
  const facts = [
    { name: 'Doado por todos', value: cents(givenCents) },
    { name: 'Recebido por participantes', value: cents(receivedCents) },
    { name: say('Na conta administrativa'), value: cents(administrationCents) },
    { name: 'Em doações abertas', value: cents(openCents) },
    { name: 'À espera de quem receba', value: cents(waitingCents) },
  ]
  return (
    <div className="ledger-sums">
      <DescriptionList items={facts} />
    </div>
  )
}

function OwnLine({ own, isWhole }: { own: NonNullable<Verification['verdict']['own']>; isWhole: boolean }) {
  return (
    <Text>
      Você doou <b>{cents(own.givenCents)}</b> e recebeu <b>{cents(own.receivedCents)}</b>;{' '}
      {own.entries === 0 ? 'nenhum lançamento fala' : countText(own.entries, 'lançamento fala', 'lançamentos falam')} de
      você.
      {isWhole && own.donations.length > 0 && ' As suas doações estão no livro como você as vê em Doações.'}
    </Text>
  )
}
