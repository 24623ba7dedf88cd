import { Alert, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { startTransition, useCallback, useMemo, useRef, useState } from 'react'
import { PAGE_LIMIT_MAX, USERS_PAGE_SIZE } from '#contracts/limits.ts'
import { failureText } from '#web/api/client.ts'
import { standingQuery, usersQuery, withoutConsentQuery } from '#web/features/members/api.ts'
import type { User } from '#web/features/members/api.ts'
import { UserDialogInAddress } from '#web/features/members/UserDialogs.tsx'
import '#web/features/members/members.css'
import { ManyPeople } from '#web/features/members/ManyPeople.tsx'
import { UnpaidNote } from '#web/features/members/RemindUnpaid.tsx'
import {
  filterLabels,
  foundUsers,
  inOrder,
  isUnverified,
  meetsFilter,
  needsStanding,
  orderLabels,
  standingNote,
} from '#web/features/members/user-list.ts'
import type { UserFilter, UserOrder } from '#web/features/members/user-list.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { listSearch } from '#web/features/members/search.ts'
import type { DialogShape } from '#web/features/members/search.ts'
import { UserCards } from '#web/features/members/UserCard.tsx'
import type { UserAction } from '#web/features/members/UserCard.tsx'
import { readListView, writeListView } from '#web/features/members/list-view.ts'
import type { ListView } from '#web/features/members/list-view.ts'
import { WithTicks } from '#web/features/members/ticks.tsx'
import { UserSearch } from '#web/features/members/UserSearch.tsx'
import { ColumnChoice, UserTable } from '#web/features/members/UserTable.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { InSlices } from '#web/ui/InSlices.tsx'
import { FilterButtons } from '#web/ui/FilterButtons.tsx'
import { Paging } from '#web/ui/Paging.tsx'
import { pagesOf } from '#web/ui/page-window.ts'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { useChangeUrl, useUrlState } from '#web/ui/useUrlState.ts'

const UNVERIFIED = 'nao-verificados'
const WITHOUT_CONSENT = 'sem-aceite'
const nobody: readonly User[] = []

export default function UsersPage() {
  const { data, error, refetch } = useQuery(usersQuery)
  const { user: self } = useAuth()
  const [address, go] = useUrlState(listSearch)
  const [done, setDone] = useState('')
  const search = address.busca ?? ''
  const isUnverifiedOnly = address.filtro === UNVERIFIED
  const isWithoutConsentOnly = address.filtro === WITHOUT_CONSENT
  const { data: withoutConsent } = useQuery({ ...withoutConsentQuery, enabled: isWithoutConsentOnly })
  const filter = address.filtro ?? null
  const order = address.ordem ?? null
  const { data: standings } = useQuery({ ...standingQuery, enabled: needsStanding(filter) || order === 'atraso' })
  const found = useMemo(
    () =>
      inOrder(
        foundUsers(data ?? [], { search, isUnverifiedOnly }).filter(
          (user) => (!isWithoutConsentOnly || withoutConsent?.has(user.id)) && meetsFilter(user, filter, standings),
        ),
        order,
        standings,
      ),
    [data, search, isUnverifiedOnly, isWithoutConsentOnly, withoutConsent, filter, order, standings],
  )
  const [view, setView] = useState(readListView)
  const see = (next: ListView) => {
    writeListView(next)
    if (next.isTable === view.isTable) return setView(next)
    // A hundred people are drawn anew, in slices.
    startTransition(() => setView(next))
    go({ pagina: '' })
  }
  const pageSize = view.isTable ? PAGE_LIMIT_MAX : USERS_PAGE_SIZE
  const pages = pagesOf(found.length, pageSize, address.pagina ?? 1)
  const { currentPage } = pages
  const shown = useMemo(
    () => found.slice((currentPage - 1) * pageSize, currentPage * pageSize),
    [found, currentPage, pageSize],
  )
  const choosable = found.filter(({ role }) => role !== 'ADMIN')
  const noteOf = useCallback((id: string) => standingNote(filter, standings?.get(id)), [standings, filter])
  const openDialog = useChangeUrl<DialogShape>()
  // A profile is a step that the way back returns from, and closing it is that way; the form and the question are none.
  const router = useRouter()
  const isStep = useRef(false)
  const ask = useCallback(
    (action: UserAction, id: string) => {
      setDone('')
      isStep.current = action === 'perfil'
      openDialog({ usuario: id, acao: action }, { push: isStep.current })
    },
    [openDialog],
  )
  const openProfile = useCallback((id: string) => ask('perfil', id), [ask])
  const close = () => {
    if (isStep.current) router.history.back()
    else openDialog({ usuario: '', acao: '' })
    isStep.current = false
  }
  const finish = (message: string) => {
    isStep.current = false
    close()
    setDone(message)
  }
  const waiting = (data ?? []).filter(isUnverified).length
  const cards = <UserCards users={shown} onAsk={ask} noteOf={noteOf} hasTicks={isUnverifiedOnly} />
  const hasTable = view.isTable && shown.length > 0
  const paging = (
    <Paging pages={pages} noun="usuários" onPage={(next) => go({ pagina: next === 1 ? '' : next }, { push: true })} />
  )
  return (
    <WithTicks people={choosable}>
      <Stack gap="lg">
        <Group justify="space-between" align="baseline">
          <Title order={1} size="h2">
            Usuários
          </Title>
          {data && (
            <Text c="dimmed">
              {waiting === 0
                ? 'Ninguém aguarda aprovação'
                : waiting === 1
                  ? '1 pessoa aguarda aprovação'
                  : `${waiting} pessoas aguardam aprovação`}
            </Text>
          )}
        </Group>
        <UserSearch
          search={search}
          isUnverifiedOnly={isUnverifiedOnly}
          onSearch={(busca) => go({ busca, pagina: '' })}
          onToggle={() => go({ filtro: isUnverifiedOnly ? '' : UNVERIFIED, pagina: '' }, { push: true })}
        />
        <Group align="flex-end">
          <NativeSelect
            label="Mostrar"
            value={filter ?? ''}
            data={[
              { value: '', label: 'Todos' },
              ...Object.entries(filterLabels).map(([value, label]) => ({ value, label })),
            ]}
            onChange={(event) =>
              go({ filtro: (event.currentTarget.value || '') as UserFilter | '', pagina: '' }, { push: true })
            }
          />
          <NativeSelect
            label="Ordenar"
            value={order ?? ''}
            data={[
              { value: '', label: 'Quem aguarda primeiro' },
              ...Object.entries(orderLabels).map(([value, label]) => ({ value, label })),
            ]}
            onChange={(event) => go({ ordem: (event.currentTarget.value || '') as UserOrder | '', pagina: '' })}
          />
        </Group>
        <UnpaidNote filter={filter} />
        {(isUnverifiedOnly || view.isTable) && (
          <Acting>
            <ManyPeople people={choosable} />
          </Acting>
        )}
        {isWithoutConsentOnly && (
          <Group gap="sm">
            <Text>Só quem não aceitou os termos em vigor: nada novo lhes é pedido.</Text>
            <Button variant="default" onClick={() => go({ filtro: '', pagina: '' })}>
              Mostrar Todos
            </Button>
          </Group>
        )}
        {done && (
          <Alert
            color="mata"
            role="status"
            title={done}
            withCloseButton
            closeButtonLabel="Fechar aviso"
            onClose={() => setDone('')}
          />
        )}
        {error && (
          <ErrorState message={failureText(error, 'Erro ao carregar usuários')} onRetry={() => void refetch()} />
        )}
        {!data && !error && <LoadingRows label="Carregando usuários..." />}
        {data && found.length === 0 && isWithoutConsentOnly && !search && withoutConsent && (
          <EmptyState title="Todos aceitaram os termos em vigor" />
        )}
        {data && found.length === 0 && !(isWithoutConsentOnly && !search) && (
          <Nobody
            search={search}
            isUnverifiedOnly={isUnverifiedOnly}
            isFiltered={filter !== null}
            onClear={() => go({ busca: '', pagina: '' })}
            onShowAll={() => go({ filtro: '', pagina: '' })}
          />
        )}
        {shown.length > 0 && (
          <Group justify="space-between" align="flex-start">
            <FilterButtons
              label="Como mostrar"
              all="Cartões"
              options={{ tabela: { label: 'Tabela' } }}
              value={view.isTable ? 'tabela' : null}
              onChange={(picked) => see({ ...view, isTable: picked === 'tabela' })}
            />
            {view.isTable && <ColumnChoice chosen={view.columns} onChange={(columns) => see({ ...view, columns })} />}
          </Group>
        )}
        {hasTable ? (
          <UserTable users={shown} chosen={view.columns} onOpen={openProfile} hasTicks={!self?.auditor} />
        ) : isUnverifiedOnly ? (
          cards
        ) : (
          // With the words on what is shown: they never say more than stands there.
          <InSlices meanwhile={data && <LoadingRows label="Carregando usuários..." />}>
            {cards}
            {paging}
          </InSlices>
        )}
        {(hasTable || isUnverifiedOnly) && paging}
        <UserDialogInAddress users={data ?? nobody} selfId={self?.id} onAsk={ask} onClose={close} onDone={finish} />
      </Stack>
    </WithTicks>
  )
}

function Nobody({
  search,
  isUnverifiedOnly,
  isFiltered,
  onClear,
  onShowAll,
}: {
  search: string
  isUnverifiedOnly: boolean
  isFiltered: boolean
  onClear: () => void
  onShowAll: () => void
}) {
  if (search) {
    return (
      <EmptyState title="Nenhum usuário encontrado" action={<Button onClick={onClear}>Limpar busca</Button>}>
        Nada combina com “{search}”{isUnverifiedOnly && ' entre os não verificados'}. Confira como foi escrito.
      </EmptyState>
    )
  }
  if (isUnverifiedOnly) {
    return (
      <EmptyState title="Nenhum usuário encontrado" action={<Button onClick={onShowAll}>Mostrar Todos</Button>}>
        Ninguém aguarda aprovação.
      </EmptyState>
    )
  }
  if (isFiltered)
    return <EmptyState title="Nenhum usuário encontrado" action={<Button onClick={onShowAll}>Mostrar Todos</Button>} />
  return <EmptyState title="Nenhum usuário cadastrado" />
}
