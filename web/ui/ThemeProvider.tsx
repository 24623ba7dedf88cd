import './mantine-styles.ts'
import './shell.css'
import './library.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

/** The component library with our theme, around every screen but the login, whose first download it would double. */
export default function ThemeProvider({ children }: { children?: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
