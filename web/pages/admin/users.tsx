import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { startTransition, useCallback, useMemo, useState } from 'react'
import { PAGE_LIMIT_MAX, USERS_PAGE_SIZE } from '#contracts/limits.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import type { User } from '#web/features/members/api.ts'
import { FilterAndOrder } from '#web/features/members/FilterAndOrder.tsx'
import { readListView, writeListView } from '#web/features/members/list-view.ts'
import type { ListView } from '#web/features/members/list-view.ts'
import { ManyPeople } from '#web/features/members/ManyPeople.tsx'
import '#web/features/members/members.css'
import { NobodyFound } from '#web/features/members/NobodyFound.tsx'
import { UnpaidNote } from '#web/features/members/RemindUnpaid.tsx'
import { listSearch } from '#web/features/members/search.ts'
import { WithTicks } from '#web/features/members/ticks.tsx'
import { useFoundUsers } from '#web/features/members/useFoundUsers.ts'
import { standingNote, waitsForApproval } from '#web/features/members/user-list.ts'
import { UserCards } from '#web/features/members/UserCard.tsx'
import { UserDialogInAddress } from '#web/features/members/UserDialogs.tsx'
import { UserSearch } from '#web/features/members/UserSearch.tsx'
import { ColumnChoice, UserTable } from '#web/features/members/UserTable.tsx'
import { useUserDialog } from '#web/features/members/useUserDialog.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { FilterButtons } from '#web/ui/FilterButtons.tsx'
import { InSlices } from '#web/ui/InSlices.tsx'
import { Part } from '#web/ui/Part.tsx'
import { Paging } from '#web/ui/Paging.tsx'
import { pagesOf } from '#web/ui/page-window.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { say } from '#web/text/say.ts'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { FirstLook } from '#web/ui/FirstLook.tsx'

const nobody: readonly User[] = []

export default function UsersPage() {
  const { user: self } = useAuth()
  const [address, go] = useUrlState(listSearch)
  const { data, error, refetch, found, asked, standings, withoutConsent } = useFoundUsers(address)
  const { search, filter, order, isUnverifiedOnly, isWithoutConsentOnly } = asked
  const [view, see] = useListView(() => go({ pagina: '' }))
  const pageSize = view.isTable ? PAGE_LIMIT_MAX : USERS_PAGE_SIZE
  const pages = pagesOf(found.length, pageSize, address.pagina ?? 1)
  const { currentPage } = pages
  const shown = useMemo(
    () => found.slice((currentPage - 1) * pageSize, currentPage * pageSize),
    [found, currentPage, pageSize],
  )
  const choosable = found.filter(({ role }) => role !== 'ADMIN')
  const noteOf = useCallback((id: string) => standingNote(filter, standings?.get(id)), [standings, filter])
  const { ask, close, finish, done, forget } = useUserDialog()
  const openProfile = useCallback((id: string) => ask('perfil', id), [ask])
  const cards = <UserCards users={shown} onAsk={ask} noteOf={noteOf} hasTicks={isUnverifiedOnly} />
  const isRoda = useIsRoda()
  const viewChoice = shown.length > 0 && <ViewChoice view={view} onChange={see} />
  const choices = (
    <Stack>
      <FilterAndOrder filter={filter} order={order} go={go} />
      {isRoda && viewChoice}
    </Stack>
  )
  const hasTable = view.isTable && shown.length > 0
  const paging = (
    <Paging
      pages={pages}
      noun={say('usuários')}
      onPage={(next) => go({ pagina: next === 1 ? '' : next }, { push: true })}
    />
  )
  return (
    <WithTicks people={choosable}>
      <FirstLook>
        <Heading users={data} />
        <UserSearch
          search={search}
          isUnverifiedOnly={isUnverifiedOnly}
          onSearch={(busca) => go({ busca, pagina: '' })}
          onToggle={() => go({ filtro: isUnverifiedOnly ? '' : 'nao-verificados', pagina: '' }, { push: true })}
        />
        {isRoda ? (
          // Of a few neighbours the people themselves come first.
          <Part id="lista" title="Filtrar e ordenar" isOpened={filter !== null || order !== null || view.isTable}>
            {() => choices}
          </Part>
        ) : (
          choices
        )}
        <UnpaidNote filter={filter} />
        {(isUnverifiedOnly || view.isTable) && (
          <Acting>
            <ManyPeople people={choosable} />
          </Acting>
        )}
        {isWithoutConsentOnly && <ConsentNote onShowAll={() => go({ filtro: '', pagina: '' })} />}
        {done && <Done text={done} onClose={forget} />}
        {error && <Unread error={error} otherwise={say('Erro ao carregar usuários')} refetch={refetch} />}
        {!data && !error && <LoadingRows label={say('Carregando usuários...')} />}
        {data && found.length === 0 && (
          <NobodyFound asked={asked} isConsentKnown={withoutConsent !== undefined} go={go} />
        )}
        {!isRoda && viewChoice}
        {hasTable ? (
          <UserTable users={shown} chosen={view.columns} onOpen={openProfile} hasTicks={!self?.auditor} />
        ) : isUnverifiedOnly ? (
          cards
        ) : (
          // With the words on what is shown: they never say more than stands there.
          <InSlices meanwhile={data && <LoadingRows label={say('Carregando usuários...')} />}>
            {cards}
            {paging}
          </InSlices>
        )}
        {(hasTable || isUnverifiedOnly) && paging}
        <UserDialogInAddress users={data ?? nobody} selfId={self?.id} onAsk={ask} onClose={close} onDone={finish} />
      </FirstLook>
    </WithTicks>
  )
}

/** As cards or as a table, as it was chosen last on this device. `onOther`: one becomes the other. */
function useListView(onOther: () => void): [ListView, (next: ListView) => void] {
  const [view, setView] = useState(readListView)
  const see = (next: ListView) => {
    writeListView(next)
    if (next.isTable === view.isTable) return setView(next)
    // A hundred people are drawn anew, in slices.
    startTransition(() => setView(next))
    onOther()
  }
  return [view, see]
}

function Heading({ users }: { users: readonly User[] | undefined }) {
  const waiting = (users ?? nobody).filter(waitsForApproval).length
  return (
    <Group justify="space-between" align="baseline">
      <Title order={1} size="h2">
        {say('Usuários')}
      </Title>
      {users && (
        <Text c="dimmed">
          {waiting === 0
            ? 'Ninguém aguarda aprovação'
            : waiting === 1
              ? '1 pessoa aguarda aprovação'
              : `${waiting} pessoas aguardam aprovação`}
        </Text>
      )}
    </Group>
  )
}

function ConsentNote({ onShowAll }: { onShowAll: () => void }) {
  return (
    <Group gap="sm">
      <Text>Só quem não aceitou os termos em vigor: nada novo lhes é pedido.</Text>
      <Button variant="default" onClick={onShowAll}>
        Mostrar Todos
      </Button>
    </Group>
  )
}

function Done({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Alert color="mata" role="status" title={text} withCloseButton closeButtonLabel="Fechar aviso" onClose={onClose} />
  )
}

function ViewChoice({ view, onChange }: { view: ListView; onChange: (next: ListView) => void }) {
  return (
    <Group justify="space-between" align="flex-start">
      <FilterButtons
        label="Como mostrar"
        all="Cartões"
        options={{ tabela: { label: 'Tabela' } }}
        value={view.isTable ? 'tabela' : null}
        onChange={(picked) => onChange({ ...view, isTable: picked === 'tabela' })}
      />
      {view.isTable && <ColumnChoice chosen={view.columns} onChange={(columns) => onChange({ ...view, columns })} />}
    </Group>
  )
}
