import '#web/features/join-links/join-links.css'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { circleQuery } from '#web/features/circle/api.ts'
import { joinLinksQuery } from '#web/features/join-links/api.ts'
import { InviteList } from '#web/features/join-links/InviteList.tsx'
import { LinkCard } from '#web/features/join-links/LinkCard.tsx'
import { NewLink } from '#web/features/join-links/NewLink.tsx'
import { joinLinksSearch } from '#web/features/join-links/search.ts'
import { Sheet } from '#web/features/join-links/Sheet.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { Paging } from '#web/ui/Paging.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { useUrlState } from '#web/ui/useUrlState.ts'

const PAGE_SIZE = 20

/** Invitations to become a member: shared links, a list of people, and who came through each. */
export default function JoinLinksPage() {
  const [address, go] = useUrlState(joinLinksSearch)
  const { data, error, refetch } = useQuery(joinLinksQuery(address.pagina ?? 1, 'all', PAGE_SIZE))
  const { data: circle } = useQuery(circleQuery)
  const isPrinting = address.fazer === 'imprimir'
  // An invitation that the group can be sent at once stands first.
  const shared = circle?.closed_at
    ? []
    : (data?.data.filter(({ personal, state }) => !personal && state === 'open') ?? [])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="baseline">
        <Title order={1} size="h2">
          Convites
        </Title>
        {data && data.pagination.totalItems > 0 && !isPrinting && !circle?.closed_at && (
          <Acting>
            <Button variant="default" onClick={() => go({ fazer: 'imprimir' }, { push: true })}>
              Imprimir convites
            </Button>
          </Acting>
        )}
      </Group>
      {isPrinting ? (
        <Sheet onClose={() => go({ fazer: '' })} />
      ) : (
        <>
          {circle?.closed_at ? (
            <Text>A roda foi encerrada: ninguém entra mais.</Text>
          ) : (
            <>
              <Text c="dimmed">Um convite traz a pessoa ao cadastro daqui. Quem aprova ainda é você.</Text>
              {shared.map((link) => (
                <LinkCard key={link.id} link={link} />
              ))}
              <Acting>
                <NewLink />
              </Acting>
            </>
          )}
          {error && !data && <Unread error={error} otherwise="Erro ao carregar os convites" refetch={refetch} />}
          {!data && !error && <LoadingRows label="Carregando os convites..." />}
          {data?.data
            .filter((link) => !shared.includes(link))
            .map((link) => (
              <LinkCard key={link.id} link={link} />
            ))}
          {!circle?.closed_at && (
            <Acting>
              <InviteList letters={data?.letters ?? false} onDone={() => go({ pagina: '' })} />
            </Acting>
          )}
          {data && data.pagination.totalItems > PAGE_SIZE && (
            <Paging
              label="Páginas de convites"
              noun="convites"
              pages={data.pagination}
              onPage={(page) => go({ pagina: page === 1 ? '' : page }, { push: true })}
            />
          )}
        </>
      )}
    </Stack>
  )
}
