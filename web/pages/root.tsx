import { LoadingScreen } from '#web/ui/states.tsx'

/** Shown for a moment at `/`, until the guard has sent the visitor on. */
export default function Root() {
  return <LoadingScreen />
}
