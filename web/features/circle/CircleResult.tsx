import { Text } from '@mantine/core'
import { moneyText } from '#contracts/money-text.ts'
import { countText } from '#web/text/numbers.ts'
import type { Result } from './api.ts'
import { balanceText } from './outcome.ts'
import { say } from '#web/text/say.ts'

export function OwnLine({ own }: { own: NonNullable<Result['own']> }) {
  const { given, received, balance } = own
  const stopped =
    balance === 0
      ? given === 0
        ? 'Se a roda parasse hoje, você não teria doado nem recebido nada.'
        : 'Você está em zero: recebeu tanto quanto doou.'
      : balance > 0
        ? `Se a roda parasse hoje, você teria recebido ${moneyText(balance)} a mais do que doou.`
        : `Se a roda parasse hoje, você teria doado ${moneyText(-balance)} a mais do que recebeu.`
  return (
    <Text>
      Você doou <b>{moneyText(given)}</b> e recebeu <b>{moneyText(received)}</b>. {stopped}
    </Text>
  )
}

export function Balance({ result: { ahead, even, behind, members, median, given } }: { result: Result }) {
  const parts = [
    { side: 'behind', count: behind },
    { side: 'even', count: even },
    { side: 'ahead', count: ahead },
  ] as const
  const balances =
    even === members && members > 1
      ? `todos estão em zero${given > 0 ? ', cada um recebeu tanto quanto doou' : ''}`
      : parts.map(({ side, count }) => balanceText(side, count)).join(', ')
  if (members === 0) return <Text size="sm">Ainda não há participantes.</Text>
  return (
    <div>
      <div
        className="today-bar"
        role="img"
        aria-label={`De ${countText(members, 'participante', 'participantes')}, ${balances}.`}
      >
        {parts.map(({ side, count }) => (
          <span key={side} data-side={side} style={{ flexGrow: count }} />
        ))}
      </div>
      <Text size="sm" mt={6}>
        De {countText(members, 'participante', 'participantes')}: {balances}. {even < members && middleText(median)}
      </Text>
    </div>
  )
}

/** The member in the middle, in words: an amount with a minus before it does not say who gave it. */
function middleText(median: number): string {
  if (median === 0) return 'Quem está no meio recebeu tanto quanto doou.'
  return median < 0
    ? `Quem está no meio doou ${moneyText(-median)} a mais do que recebeu.`
    : `Quem está no meio recebeu ${moneyText(median)} a mais do que doou.`
}

export function Totals({ result: { given, received, administration, completed, shortfall } }: { result: Result }) {
  // A roda of one level has nothing to say of an account that nothing goes to.
  const hasAccount = completed.length > 1 || administration > 0
  const facts: [string, string][] = [
    ['doado por todos', moneyText(given)],
    ['recebido por participantes', moneyText(received)],
    ...(hasAccount ? [['na conta administrativa', moneyText(administration)] as [string, string]] : []),
    ...completed.map(({ level, members }): [string, string] => [
      `${members === 1 ? 'completou' : 'completaram'} ${completed.length === 1 ? 'a sua vez' : say`o nível\u00a0${level}`}`,
      String(members),
    ]),
    ...(shortfall > 0 ? [['a acertar por quem saiu', moneyText(shortfall)] as [string, string]] : []),
  ]
  return (
    <dl className="today-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
