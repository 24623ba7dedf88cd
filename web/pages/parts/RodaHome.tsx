import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isClosed } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { OwnApprovals } from '#web/features/approvals/OwnApprovals.tsx'
import { ownBeginningQuery, useBeginningStep } from '#web/features/beginning/api.ts'
import { circleQuery, resultQuery } from '#web/features/circle/api.ts'
import { consentQuery } from '#web/features/circle/consent/api.ts'
import { Ending } from '#web/features/circle/Ending.tsx'
import { isKnownFiscal, useDecisions } from '#web/features/circle/fiscals/fiscal-text.ts'
import { isThrough, monthLine } from '#web/features/circle/month-text.ts'
import { drawsQuery } from '#web/features/draw/api.ts'
import { useDrawStep } from '#web/features/draw/draw-step.ts'
import { forecastQuery } from '#web/features/forecast/api.ts'
import type { CircleForecast } from '#web/features/forecast/api.ts'
import { contactsToVerify } from '#web/features/home/ContactsToVerify.tsx'
import { lackingOf } from '#web/ui/lacking.ts'
import { NextStep } from '#web/features/home/NextStep.tsx'
import type { Step } from '#web/features/home/next-step.ts'
import { ReadingOnly } from '#web/features/home/ReadingOnly.tsx'
import { profileQuery } from '#web/features/profile/api.ts'
import { unreadQuery } from '#web/features/shell/unread.ts'
import { isAskedToSwap, swapsQuery } from '#web/features/swaps/api.ts'
import { readHelper } from '#web/api/storage.ts'
import { sharesQuery } from '#web/features/shares/api.ts'
import { sharesLine } from '#web/features/shares/shares-text.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { countText } from '#web/text/numbers.ts'
import { Doors } from '#web/ui/Doors.tsx'
import type { Door } from '#web/ui/Doors.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'
import { AskedInCases } from './AskedInCases.tsx'
import { isBeforeOrder, restOf, turnBeside } from './rest-of-roda.ts'
import { useMissingKey } from './useMissingKey.ts'

/** A member's first page in a roda: the one thing that is theirs to do, or when their turn is; the rest in a line each. */
export function RodaHome() {
  const { user } = useAuth()
  const isApproved = user?.adminApproved ?? false
  const isReader = user !== null && isClosed(user.status)
  const forecasting = useQuery({ ...forecastQuery, enabled: isApproved })
  const { data: forecast } = forecasting
  const { data: circle } = useQuery(circleQuery)
  const consenting = useQuery(consentQuery)
  const mayBeDrawn = forecast !== undefined && isBeforeOrder(forecast)
  const draw = useDrawStep(mayBeDrawn)
  const beginning = useBeginningStep(mayBeDrawn)
  const drawing = useQuery({ ...drawsQuery, enabled: mayBeDrawn })
  const entering = useQuery({ ...ownBeginningQuery, enabled: mayBeDrawn })
  const isKeyMissing = useMissingKey()
  const isOver = Boolean(circle?.closed_at)
  return (
    <Stack gap="md">
      <Title order={1} className="only-heard">
        Início
      </Title>
      <Ending />
      {isReader ? (
        <ReadingOnly />
      ) : (
        <NextStep
          isRoda
          isApproved={isApproved}
          isOver={isOver}
          first={isKeyMissing && !isOver ? MISSING_KEY : null}
          other={isOver ? null : (beginning ?? draw)}
          rest={isOver ? null : restOf(forecast, consenting.data?.is_asked ?? false)}
          lacking={isOver ? null : lackingOf([forecasting, consenting, ...(mayBeDrawn ? [drawing, entering] : [])])}
        />
      )}
      <FirstLook gap="md">
        <AskedInCases />
        {isApproved && <OwnApprovals />}
        <Lines forecast={forecast} isApproved={isApproved} isBeforeAsking={mayBeDrawn} />
      </FirstLook>
    </Stack>
  )
}

const MISSING_KEY: Step = {
  title: 'Falta a sua chave PIX',
  text: 'É por ela que as pessoas pagam você.',
  action: 'Pôr a minha chave',
  kind: 'coming',
  to: '/profile/chave',
}

type LinesProps = {
  readonly forecast: CircleForecast | undefined
  readonly isApproved: boolean
  readonly isBeforeAsking: boolean
}

function Lines({ forecast, isApproved, isBeforeAsking }: LinesProps) {
  const { user } = useAuth()
  const { data: result } = useQuery({ ...resultQuery, enabled: isApproved })
  const { data: circle } = useQuery(circleQuery)
  // Nothing comes any more once it is closed, also where another rotation had been begun.
  const isOver = Boolean(circle?.closed_at)
  const { data: unread = 0 } = useQuery(unreadQuery)
  // A fiscal is told of what waits: somebody whom nothing new was told, and who is known here as none, has nothing to ask.
  const mayDecide = user !== null && isApproved && !readHelper() && (unread > 0 || isKnownFiscal(user.id))
  const decisions = useDecisions(mayDecide ? user.id : null)
  const { data: profile } = useQuery({ ...profileQuery, enabled: isApproved && !readHelper() })
  const { data: shares } = useQuery({ ...sharesQuery, enabled: isApproved && isBeforeAsking && !readHelper() })
  const mayBeAsked =
    isApproved && !readHelper() && forecast?.places.some(({ own: isOwn, had }) => isOwn && !had) === true
  const { data: swaps } = useQuery({ ...swapsQuery, enabled: mayBeAsked && !isOver })
  const places = shares && isBeforeAsking && !isOver ? sharesLine(shares) : null
  const missing = contactsToVerify(user)
  const { data: consent } = useQuery(consentQuery)
  const turn = isOver ? null : turnBeside(forecast, consent?.is_asked ?? false)
  const own = result?.own
  const doors: Door[] = [
    // Three days are all that somebody has who did not ask for it.
    ...(profile?.pixKeyPending ? [{ to: '/profile/chave', title: 'A sua chave PIX vai mudar', isLoud: true }] : []),
    ...(missing.length > 0
      ? [{ to: '/profile/contatos', title: `Falta confirmar ${missing.join(' e ')}`, isLoud: true }]
      : []),
    ...(isAskedToSwap(swaps)
      ? [{ to: '/trocar-de-vez', title: 'Pediram para trocar de vez com você', isLoud: true } as const]
      : []),
    ...(places ? [{ to: '/draw', title: places } as const] : []),
    // Before anything was asked there is nothing to add up; the sums of a place go along with it where it is handed over.
    ...(own && (own.given + own.received > 0 || (own.positions.length > 0 && forecast?.asked))
      ? [
          {
            to: '/calendar',
            title: standingLine(own, turn),
          },
        ]
      : []),
    ...(result && !isOver && !isThrough(result) ? [{ to: '/roda', title: monthLine(result) }] : []),
    ...(decisions > 0
      ? [
          {
            to: '/decisoes',
            title: decisions === 1 ? 'Uma decisão espera por você' : `${decisions} decisões esperam por você`,
            isLoud: true,
          },
        ]
      : []),
    ...(unread > 0 ? [{ to: '/notices', title: countText(unread, 'aviso novo', 'avisos novos') }] : []),
  ]
  return doors.length > 0 && <Doors label="Como estou" doors={doors} />
}

/** The sums that somebody gave and received, with their turn, beside which zeros are not said. */
function standingLine({ given, received }: { given: number; received: number }, turn: string | null): string {
  if (given + received === 0 && turn) return `${turn[0]!.toUpperCase()}${turn.slice(1)}`
  return `Você doou ${moneyText(given)} e recebeu ${moneyText(received)}${turn ? `; ${turn}` : ''}`
}
