import { Alert, Button, Stack, Text } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ScrubCheck } from '#contracts/scrubber.ts'
import { failureText, request } from '#web/api/client.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { momentText } from '#web/text/dates.ts'

const scrubQuery = queryOptions({ queryKey: ['admin', 'scrub'], queryFn: () => request('GET /admin/scrub') })

const found: Readonly<Record<ScrubCheck, string>> = {
  chain: 'Um lançamento do livro não confere com a marca dele',
  replay: 'As tabelas não são o que o livro diz',
  counters: 'Um contador não é o que se conta',
  sums: 'O total de alguém não é a soma das doações confirmadas',
  files: 'Uma imagem sumiu, ou não é mais a mesma',
}

const SHOWN_MAX = 10

/** On the dashboard: what is kept twice and differs, by the daily comparison; nothing where all agrees. */
export function ScrubAlert() {
  const client = useQueryClient()
  const { data } = useQuery(scrubQuery)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request('POST /admin/scrub'),
    onSuccess: (result) => client.setQueryData(scrubQuery.queryKey, result),
  })
  if (!data || data.differences.length === 0) return null
  const { differences, checked_at: checkedAt } = data
  return (
    <Alert color="red" role="alert" title="Os dados guardados não conferem entre si">
      <Stack gap="xs" align="start">
        <Text size="sm">
          Não decida nada por estes números. Faça uma cópia de segurança e mostre isto a quem cuida da máquina. O livro,
          de que cada pessoa tem a sua cópia, é o que vale.
        </Text>
        <ul>
          {differences.slice(0, SHOWN_MAX).map(({ circle, check, where }) => (
            <li key={`${circle} ${check} ${where}`}>
              {found[check]}
              {circle !== null && ` (${circle})`}: <span className="wrap-anywhere">{where}</span>
            </li>
          ))}
        </ul>
        {differences.length > SHOWN_MAX && <Text size="sm">E mais {differences.length - SHOWN_MAX}.</Text>}
        {checkedAt !== null && (
          <Text size="sm" c="dimmed">
            Conferido em {momentText(checkedAt)}
          </Text>
        )}
        <Acting>
          <Button variant="default" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
            {isPending ? 'Conferindo...' : 'Conferir de novo'}
          </Button>
        </Acting>
        {error && <Text size="sm">{failureText(error, 'Não foi possível conferir. Tente novamente.')}</Text>}
      </Stack>
    </Alert>
  )
}
