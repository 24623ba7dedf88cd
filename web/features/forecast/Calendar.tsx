import './forecast.css'
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { CAPACITY, pointOf } from '#web/features/circle/ring-geometry.ts'
import { monthText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { forecastQuery } from './api.ts'
import type { CircleForecast, ForecastPlace } from './api.ts'
import { say } from '#web/text/say.ts'
import { waitsText } from './turn-line.ts'
import { endOfRotation, isAlone, placesByMonth, positionsText, rangeText, turnWords } from './turn-text.ts'

/** A ring of so few places has room for larger ones. */
const FEW = 30

type Month = ReturnType<typeof placesByMonth>[number]

/** The ring month by month: whose turn it is, by place, as a picture of one month and as a list of all. */
export function Calendar() {
  const { data, error, refetch } = useQuery(forecastQuery)
  const isRoda = useIsRoda()
  const [chosen, setChosen] = useState(1)
  if (error && !data)
    return <ErrorState message={failureText(error, 'Erro ao carregar o calendário')} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows label="Carregando o calendário..." />
  const levels = [...new Set(data.places.map(({ level }) => level))]
  if (levels.length === 0)
    return (
      <EmptyState title="Ninguém tem lugar ainda">Quando alguém tiver um lugar, o calendário aparece aqui.</EmptyState>
    )
  if (data.waits) return <EmptyState title="Ainda não há meses">{waitsText(data.waits)}</EmptyState>
  const level = levels.includes(chosen) ? chosen : levels[0]!
  const end = isRoda ? endOfRotation(data) : null
  const months = placesByMonth(data, level).filter(({ month }) => end === null || month <= end)
  const own = data.places.find((place) => place.own && place.level === level)
  if (isAlone(data) && own) {
    const { title, details } = turnWords(data, own)
    return <EmptyState title={title}>{details}</EmptyState>
  }
  if (months.every(({ places }) => places.length === 0))
    return (
      <EmptyState title="Nenhuma vez à vista">
        Ninguém doa a si mesmo: o calendário aparece aqui quando mais alguém tiver um lugar.
      </EmptyState>
    )
  return (
    <Stack gap="lg">
      {levels.length > 1 && (
        <Group gap="xs" role="group" aria-label={say('Nível')}>
          {levels.map((each) => (
            <Button
              key={each}
              variant={each === level ? 'filled' : 'default'}
              size="sm"
              aria-pressed={each === level}
              onClick={() => setChosen(each)}
            >
              {say('Nível')} {each}
            </Button>
          ))}
        </Group>
      )}
      {own && <OwnRange forecast={data} place={own} />}
      <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="mes-a-mes">
        <Title order={2} size="h4" id="mes-a-mes" mb="sm">
          Mês a mês
        </Title>
        <MonthPicture months={months} forecast={data} level={level} />
        <MonthList months={months} />
        {end !== null && <Text mt="sm">Em {monthText(end)} a volta termina: todos receberam o que deram.</Text>}
      </Paper>
    </Stack>
  )
}

/** The reader's own turn in the futures with everybody paying and with some missed. */
function OwnRange({ forecast, place }: { forecast: CircleForecast; place: ForecastPlace }) {
  const { title, details } = turnWords(forecast, place)
  const last = forecast.months.at(-1)!
  const isRunning = place.turns[0]?.running ?? false
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-label="A sua vez">
      <Title order={2} size="h4">
        {title}
      </Title>
      {details.map((detail) => (
        <Text key={detail}>{detail}</Text>
      ))}
      <dl className="turn-range">
        {place.missed.map(({ share, begins, ends }) => (
          <div key={share} aria-busy={forecast.pending || undefined}>
            <dt>
              {isRunning ? 'Termina' : 'Começa'}, se {share}&nbsp;% das contribuições faltarem
            </dt>
            <dd>{rangeText(isRunning ? ends : begins, last)}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        Em nove de cada dez de {forecast.futures.toLocaleString('pt-BR')} futuros sorteados.
      </Text>
    </Paper>
  )
}

function MonthPicture({
  months,
  forecast,
  level,
}: {
  months: readonly Month[]
  forecast: CircleForecast
  level: number
}) {
  const [index, setIndex] = useState(0)
  const id = useId()
  const { month, places } = months[index]!
  const said = monthSaid(months[index]!)
  const inTurn = new Set(places.map(({ position }) => position))
  const own = forecast.places.find((place) => place.own && place.level === level)
  const taken = forecast.places.filter((place) => place.level === level)
  return (
    <figure className="month-picture">
      <svg viewBox="-112 -112 224 224" role="img" aria-label={said}>
        {taken.map(({ position }, place) => {
          // Only taken places stand in this ring, as far apart as their number allows.
          const { x, y } = pointOf(1 + (place / taken.length) * CAPACITY)
          const isOwn = position === own?.position
          return (
            <circle
              key={position}
              cx={x}
              cy={y}
              r={(isOwn ? 6 : inTurn.has(position) ? 5 : 2.8) * (taken.length <= FEW ? 1.6 : 1)}
              data-state={inTurn.has(position) ? 'turn' : undefined}
              data-own={isOwn || undefined}
            />
          )
        })}
        <text textAnchor="middle" y="-2" className="month-count">
          {places.length}
        </text>
        <text textAnchor="middle" y="18">
          na vez, de {taken.length}
        </text>
      </svg>
      <label htmlFor={id}>Escolha o mês</label>
      <input
        id={id}
        type="range"
        min={0}
        max={months.length - 1}
        value={index}
        aria-valuetext={said}
        onChange={(event) => setIndex(Number(event.currentTarget.value))}
      />
      {/* Read aloud with the slider, as its value. */}
      <p className="month-said" aria-hidden="true">
        <b>{monthText(month)}</b>
        <br />
        {said.slice(said.indexOf(':') + 2)}
      </p>
    </figure>
  )
}

function monthSaid({ month, places }: Month): string {
  if (places.length === 0) return `${monthText(month)}: ninguém na vez de receber.`
  const you = places.some(({ own }) => own) ? ' Você está entre eles.' : ''
  return `${monthText(month)}: ${placesText(places)} na vez de receber.${places.length > 1 ? you : you && ' É o seu.'}`
}

function placesText(places: Month['places']): string {
  const positions = positionsText(places.map(({ position }) => position))
  return `${places.length === 1 ? 'lugar' : 'lugares'} ${positions}`
}

function MonthList({ months }: { months: readonly Month[] }) {
  return (
    <ol className="month-list" aria-label="Quem está na vez em cada mês, por lugar">
      {months.map(({ month, places }) => {
        const isOwn = places.some(({ own }) => own)
        return (
          <li key={month} data-own={isOwn || undefined}>
            <strong>{monthText(month)}</strong>
            <span>{places.length === 0 ? 'ninguém' : placesText(places)}</span>
            {isOwn && (
              <span className="month-you">
                você{places.length > 1 ? ` e ${countText(places.length - 1, 'outro', 'outros')}` : ''}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
