// Some calls need a fresh proof of who is there. The pages' frame offers the dialog that asks for it; the calls wait.

type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null
let decline = () => {}

/** Says how a person is asked to show that they are there; answers how to take it back, which declines what is being asked. */
export function offerConfirmation(how: Ask): () => void {
  ask = how
  return () => {
    if (ask !== how) return
    ask = null
    decline()
  }
}

/** Asks once for all calls that wait together; false when the person declined or left, or nothing on screen can ask. */
export function confirmAgain(): Promise<boolean> {
  if (!ask) return Promise.resolve(false)
  const how = ask
  asking ??= new Promise<boolean>((resolve) => {
    decline = () => resolve(false)
    how().then(resolve, decline)
  }).finally(() => {
    asking = null
  })
  return asking
}
