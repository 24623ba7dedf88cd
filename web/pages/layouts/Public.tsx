import ThemeProvider from '#web/ui/ThemeProvider.tsx'
import { Plain } from './Plain.tsx'

/** Around pages for everybody, signed in or not, that use the component library. */
export default function Public() {
  return (
    <ThemeProvider>
      <Plain />
    </ThemeProvider>
  )
}
