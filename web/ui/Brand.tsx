import { Group, Text } from '@mantine/core'

/** The mark of the house, six who stand in a ring and one whose turn it is, with its name. */
export function Brand({ size = 32 }: { size?: number }) {
  return (
    <Group gap={10} wrap="nowrap">
      <img src="/roda.svg" width={size} height={size} alt="" />
      <Text component="span" fw={700} fz={size * 0.62} lh={1}>
        Ciranda
      </Text>
    </Group>
  )
}
