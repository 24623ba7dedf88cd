import type { Routes } from '#server/http/routes.ts'
import { listPendingTasks } from './queries.ts'

export const taskRoutes: Routes<'GET /admin/tasks'> = {
  'GET /admin/tasks': (context) => listPendingTasks(context),
}
