import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { failureText, request } from '#web/api/client.ts'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'

const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: () => request('GET /users/profile') })

export default function ProfilePage() {
  const { data, error, refetch } = useQuery(profileQuery)
  if (error && !data) return <ErrorState message={failureText(error, 'Erro ao carregar perfil')} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const facts: [string, string | null][] = [
    ['Nome', data.firstName], ['Sobrenome', data.lastName], ['Email', data.email], ['Telefone', data.phone], ['CPF', data.cpf], ['Endereço', data.address],
    ['Número', data.addressNumber], ['CEP', data.cep], ['Banco', data.bank], ['Agência', data.agency], ['Conta', data.account], ['Chave PIX', data.pixKey],
    ['Titular da chave', data.pixOwnerName], ['Endereço Bitcoin', data.btcAddress], ['Endereço USDT', data.usdtAddress],
  ]
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Perfil
      </Title>
      <Paper withBorder p="lg" radius="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              <Text className="wrap-anywhere">{value || 'Não informado'}</Text>
            </div>
          ))}
        </SimpleGrid>
      </Paper>
    </Stack>
  )
}
