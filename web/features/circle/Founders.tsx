import { Text } from '@mantine/core'
import type { AnswerOf } from '#contracts/contract.ts'

/** The administrators of a circle's founding: their names are part of what is accepted. */
export function Founders({ circle: { administrators } }: { circle: AnswerOf<'GET /circle'> }) {
  if (!administrators || administrators.length === 0) return null
  const names = administrators.map(({ name }) => name).join(', ')
  return (
    <Text className="wrap-anywhere">
      {administrators.length === 1
        ? `Desde a fundação, só uma pessoa administra este círculo: ${names}.`
        : `Administram este círculo desde a fundação: ${names}.`}{' '}
      Quando alguém entra na administração ou sai dela, todos são avisados.
    </Text>
  )
}
