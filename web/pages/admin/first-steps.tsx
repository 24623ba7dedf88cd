import { Stack, Text, Title } from '@mantine/core'
import { FirstStepsList } from '#web/features/first-steps/FirstSteps.tsx'

export default function FirstStepsPage() {
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          Uma roda de verdade
        </Title>
        <Text mt={4} maw="68ch">
          Oito passos, na ordem. Cada um se marca sozinho quando está feito, e desmarca quando deixa de estar. Você pode
          parar em qualquer um e voltar depois.
        </Text>
      </div>
      <FirstStepsList />
    </Stack>
  )
}
