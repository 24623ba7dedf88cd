import './forecast.css'
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { circleQuery } from '#web/features/circle/api.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { monthText } from '#web/text/dates.ts'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { forecastQuery, knownPlacesQuery } from './api.ts'
import type { CircleForecast, ForecastPlace } from './api.ts'
import { say } from '#web/text/say.ts'
import { isOver, waitsText } from './turn-line.ts'
import { isAlone, ownPlaces, rangeText, turnWords } from './turn-text.ts'
import { MonthPicture, MonthList } from './MonthPicture.tsx'
import { endOfRotation, placesByMonth } from './turn-months.ts'

/** The ring month by month: whose turn it is, by place, as a picture of one month and as a list of all. */
export function Calendar() {
  const { data, error, refetch } = useQuery(forecastQuery)
  const isRoda = useIsRoda()
  const { data: circle } = useQuery(circleQuery)
  const { data: known } = useQuery({ ...knownPlacesQuery, enabled: isRoda })
  const nameOf = (position: number) => known?.find((place) => place.position === position)?.name
  const [chosen, setChosen] = useState(1)
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar o calendário" refetch={refetch} />
  if (!data) return <LoadingRows label="Carregando o calendário..." />
  if (circle?.closed_at)
    return (
      <EmptyState title={isRoda ? 'A roda foi encerrada' : 'O círculo foi encerrado'}>Não há mais vezes.</EmptyState>
    )
  const levels = [...new Set(data.places.map(({ level }) => level))]
  if (levels.length === 0)
    return (
      <EmptyState title="Ninguém tem lugar ainda">Quando alguém tiver um lugar, o calendário aparece aqui.</EmptyState>
    )
  if (data.waits) return <EmptyState title="Ainda não há meses">{waitsText(data.waits)}</EmptyState>
  if (isOver(data))
    return (
      <EmptyState title="A volta terminou">
        Todos receberam o que deram. Se outra volta começar, os meses aparecem aqui.
      </EmptyState>
    )
  const level = levels.includes(chosen) ? chosen : levels[0]!
  const end = isRoda ? endOfRotation(data) : null
  const months = placesByMonth(data, { level, isRoda: isRoda === true })
    .filter(({ month, places }) => !isRoda || (places.length > 0 && (end === null || month <= end)))
    .map(({ month, places }) => ({
      month,
      places: places.map((place) => ({
        ...place,
        name: isRoda ? (place.own ? 'você' : nameOf(place.position)) : undefined,
      })),
    }))
  const told = ownPlaces(data.places.filter((place) => place.level === level))
  if (isAlone(data) && told.length > 0) {
    const { title, details } = turnWords(data, told[0]!)
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
      {told.map((place) => (
        <OwnRange key={place.position} forecast={data} place={place} isOne={told.length === 1} />
      ))}
      <Paper withBorder p="lg" component="section" aria-labelledby="mes-a-mes">
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

type RangeProps = { forecast: CircleForecast; place: ForecastPlace; isOne: boolean }

/** The reader's own turn, or that of one of several places, in the futures with everybody paying and with some missed. */
function OwnRange({ forecast, place, isOne }: RangeProps) {
  const { title, details } = turnWords(forecast, place)
  const last = forecast.months.at(-1)!
  const isRunning = place.turns[0]?.running ?? false
  return (
    <Paper
      withBorder
      p="lg"
      component="section"
      aria-label={isOne ? 'A sua vez' : `A vez do seu lugar ${place.position}`}
    >
      <Title order={2} size="h4">
        {isOne ? title : `Lugar ${place.position} · ${title}`}
      </Title>
      {details.map((detail) => (
        <Text key={detail}>{detail}</Text>
      ))}
      {!place.had && (
        <>
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
        </>
      )}
    </Paper>
  )
}
