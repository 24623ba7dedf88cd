import { Pagination, Stack, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { usersQuery } from '#web/features/members/api.ts'
import { UserCard } from '#web/features/members/UserCard.tsx'
import { paginationLabels } from '#web/ui/pagination-labels.ts'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'

const PAGE = 10

export default function UsersPage() {
  const { data, error, refetch } = useQuery(usersQuery)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const wanted = search.trim().toLowerCase()
  const found = (data ?? []).filter((user) => `${user.firstName} ${user.lastName} ${user.email} ${user.phone ?? ''}`.toLowerCase().includes(wanted))
  // Who waits for a decision comes first.
  const sorted = found.toSorted((a, b) => Number(a.adminApproved) - Number(b.adminApproved))
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Usuários
      </Title>
      <TextInput
        label="Buscar por nome, email ou telefone"
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setPage(1)
        }}
      />
      {error && !data && <ErrorState message={failureText(error, 'Erro ao carregar usuários')} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && found.length === 0 && <EmptyState title={wanted ? 'Nenhum usuário encontrado' : 'Nenhum usuário cadastrado'} />}
      {sorted.slice((page - 1) * PAGE, page * PAGE).map((user) => (
        <UserCard key={user.id} user={user} />
      ))}
      {found.length > PAGE && <Pagination total={Math.ceil(found.length / PAGE)} value={page} onChange={setPage} getControlProps={(control) => ({ 'aria-label': paginationLabels[control] })} />}
    </Stack>
  )
}
