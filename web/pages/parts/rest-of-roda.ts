import type { CircleForecast } from '#web/features/forecast/api.ts'
import { turnLine, waitsText } from '#web/features/forecast/turn-line.ts'
import type { Step } from '#web/features/home/next-step.ts'

/** Whether the order may still be made: nothing was asked for, and nobody receives. */
export function isBeforeOrder({ asked, places }: CircleForecast): boolean {
  return !asked && !places.some(({ turns: [turn] }) => turn?.running)
}

const NO_ORDER: Step = {
  title: 'Falta a ordem de quem recebe',
  text: 'Ela é sorteada ou combinada por todos. Esta tela avisa.',
  action: null,
  to: '/donations',
  kind: 'wait',
}

const MISSING_CONSENT: Step = {
  title: 'Falta você aceitar os termos',
  text: 'Depois disso, esta tela diz quando é a sua vez.',
  action: 'Ler os termos',
  kind: 'wait',
  to: '/accept-terms',
}

/**
 * The turn that a line of home adds to the sums: none after it was had, nor while a consent waits, of which the answer above says
 * that the turn is told afterwards.
 */
export function turnBeside(forecast: CircleForecast | undefined, isAsked: boolean): string | null {
  if (!forecast || isAsked) return null
  return forecast.places.some(({ own, had }) => own && !had) ? turnLine(forecast) : null
}

/** The answer where nothing else is to be done: a consent that waits, the own turn, or that there is no order yet. */
export function restOf(forecast: CircleForecast | undefined, isAsked: boolean): Step | null {
  if (isAsked) return MISSING_CONSENT
  if (!forecast) return null
  const line = turnLine(forecast)
  if (line === null) return isBeforeOrder(forecast) && forecast.places.length === 0 ? NO_ORDER : null
  return {
    title: line.charAt(0).toUpperCase() + line.slice(1),
    text: forecast.waits ? waitsText(forecast.waits) : 'Nada a fazer agora.',
    action: null,
    to: '/donations',
    kind: 'turn',
  }
}
