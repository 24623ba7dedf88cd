import { createContext } from 'react'

/** Whether the page stands in the main part of a shell: it has one of its own otherwise. */
export const InMain = createContext(false)
