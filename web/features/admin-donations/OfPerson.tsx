import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { namesQuery } from './api.ts'

/** Whose donations the list shows, and the way back to them. */
export function OfPerson({ id }: { id: string }) {
  const { data } = useQuery(namesQuery)
  const name = data?.find((person) => person.id === id)?.name
  return (
    <Text className="wrap-anywhere">
      {name === undefined ? 'Doações de uma pessoa' : `Doações de ${name}`}, dadas e recebidas.{' '}
      <Anchor component={Link} to="/admin/users" search={{ usuario: id, acao: 'perfil' } as never}>
        Ver a pessoa
      </Anchor>
    </Text>
  )
}
