import './settings.css'
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#web/text/numbers.ts'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { useExistingPage } from '#web/ui/useExistingPage.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { circlesQuery, useOpenCircle, useSelectCircle } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { CirclePages, CircleRow } from './CircleRow.tsx'

const SEARCH_AFTER_MS = 300

/** The installation's circles: which one is on screen, which one takes registrations, and those that ended. */
export function CircleList({ onCreate }: { onCreate: () => void }) {
  const [page, setPage] = useState(1)
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS)
  const { data, error, refetch, isPlaceholderData } = useQuery(circlesQuery({ state: 'live', page, name }))
  useExistingPage(page, data?.pagination, setPage)
  // Once there were several pages: the search stays, however few it finds.
  const [isLong, setIsLong] = useState(false)
  if (!isLong && data && data.pagination.totalPages > 1) setIsLong(true)
  const show = useSelectCircle()
  const open = useOpenCircle()
  const failed = show.error ?? open.error
  const isBusy = show.isPending || open.isPending
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="circles">
      <Group justify="space-between" align="start" mb="sm">
        <div>
          <Title order={2} size="h4" id="circles">
            Círculos
          </Title>
          <Text size="sm" c="dimmed">
            Cada círculo tem seu plano, suas pessoas e seu livro. Nada de um aparece no outro.
          </Text>
        </div>
        <Acting>
          <Button variant="default" onClick={onCreate}>
            Criar círculo
          </Button>
        </Acting>
      </Group>
      {error && !data && <Unread error={error} otherwise="Erro ao carregar os círculos" refetch={refetch} />}
      {!data && !error && <LoadingRows rows={2} label="Carregando círculos..." />}
      <Refused error={failed} otherwise="Não foi possível mudar o círculo." mb="sm" />
      {isLong && (
        <TextInput
          type="search"
          label="Buscar círculo por nome"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setPage(1)
          }}
          maxLength={100}
          autoComplete="off"
          mb="sm"
          maw={420}
        />
      )}
      {data?.data.length === 0 && (
        <EmptyState title={typed.trim() === '' ? 'Ainda não há um círculo' : 'Nenhum círculo com este nome'} />
      )}
      <ul className="circle-list" aria-label="Círculos em andamento" aria-busy={isPlaceholderData}>
        {data?.data.map((circle) => (
          <CircleRow key={circle.id} circle={circle}>
            {!circle.is_current && (
              <Button
                size="xs"
                mih={44}
                variant="light"
                disabled={isBusy}
                onClick={() => show.mutate(circle.id)}
                aria-label={`Mostrar na tela: ${circle.name}`}
              >
                Mostrar na tela
              </Button>
            )}
            {!circle.open_for_registration && (
              <Acting>
                <Button
                  size="xs"
                  mih={44}
                  variant="default"
                  disabled={isBusy}
                  onClick={() => open.mutate(circle.id)}
                  aria-label={`Receber cadastros aqui: ${circle.name}`}
                >
                  Receber cadastros aqui
                </Button>
              </Acting>
            )}
          </CircleRow>
        ))}
      </ul>
      {data && <CirclePages pages={data.pagination} onPage={setPage} label="Páginas de círculos" />}
      {data && data.ended > 0 && <EndedCircles count={data.ended} />}
    </Paper>
  )
}

/** The demonstrations that were begun anew, fetched once somebody asks for them. */
function EndedCircles({ count }: { count: number }) {
  const [isShown, setIsShown] = useState(false)
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...circlesQuery({ state: 'ended', page, name: '' }),
    enabled: isShown,
  })
  return (
    <Stack gap="xs" mt="sm" align="start">
      <Button size="xs" variant="subtle" mih={44} onClick={() => setIsShown(!isShown)} aria-expanded={isShown}>
        {isShown ? 'Esconder' : 'Ver'} {count === 1 ? 'o recomeçado' : `os ${countText(count)} recomeçados`}
      </Button>
      {isShown && error && !data && <Unread error={error} otherwise="Erro ao carregar os círculos" refetch={refetch} />}
      {isShown && !data && !error && <LoadingRows rows={1} label="Carregando círculos recomeçados..." />}
      {isShown && data && (
        <>
          <ul className="circle-list" aria-label="Círculos recomeçados" aria-busy={isPlaceholderData}>
            {data.data.map((circle) => (
              <CircleRow key={circle.id} circle={circle} />
            ))}
          </ul>
          <CirclePages pages={data.pagination} onPage={setPage} label="Páginas de círculos recomeçados" />
        </>
      )}
    </Stack>
  )
}
