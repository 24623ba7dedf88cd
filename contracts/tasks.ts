import { defineCall } from './call.ts'
import { pendingTasks } from './entities/task.ts'

const tag = 'tasks'

export const taskCalls = {
  'GET /admin/tasks': defineCall({
    access: 'admin',
    tag,
    summary: 'What waits for a person: how many of each, and the first of them.',
    answer: pendingTasks,
  }),
}
