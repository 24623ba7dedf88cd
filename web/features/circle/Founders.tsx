import { Text } from '@mantine/core'
import type { AnswerOf } from '#contracts/contract.ts'

type Circle = Pick<AnswerOf<'GET /circle'>, 'administrators' | 'organised' | 'times_former'>

/** 'Cida organiza e participa': who administers a circle and takes part in it; null where nobody does both. */
export function bothText({ administrators }: Pick<Circle, 'administrators'>): string | null {
  const both = (administrators ?? []).filter(({ takesPart }) => takesPart).map(({ name }) => name)
  if (both.length === 0) return null
  return `${both.join(' e ')} ${both.length === 1 ? 'organiza e participa' : 'organizam e participam'}.`
}

/** The same people's other rodas: how many there are, and how much this one grew; null where there is nothing to say. */
export function organisingText({ administrators, organised, times_former: times }: Circle): string | null {
  const isOne = administrators?.length === 1
  const many = isOne ? `A mesma pessoa organiza ${organised} rodas.` : `As mesmas pessoas organizam ${organised} rodas.`
  const grown = times === null ? '' : `Esta vale ${times} vezes a anterior.`
  return [organised > 1 ? many : '', grown].filter(Boolean).join(' ') || null
}

/** The administrators of a circle's founding: their names are part of what is accepted. */
export function Founders({ circle }: { circle: Circle }) {
  const { administrators } = circle
  if (!administrators || administrators.length === 0) return null
  const names = administrators.map(({ name }) => name).join(', ')
  const both = bothText(circle)
  const others = organisingText(circle)
  return (
    <Text className="wrap-anywhere">
      {both && `${both} Quem participa não decide nos próprios assuntos. `}
      {administrators.length === 1
        ? `Desde a fundação, só uma pessoa administra este círculo: ${names}.`
        : `Administram este círculo desde a fundação: ${names}.`}{' '}
      Quando alguém entra na administração ou sai dela, todos são avisados.{others && ` ${others}`}
    </Text>
  )
}
