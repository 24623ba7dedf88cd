import type { taskCalls } from '#contracts/tasks.ts'
import type { Routes } from '#server/handler.ts'
import { listPendingTasks } from './queries.ts'

export const taskRoutes: Routes<keyof typeof taskCalls> = {
  'GET /admin/tasks': (context) => listPendingTasks(context),
}
