/** Who is asked, who may start, and what keeps somebody from being removed. */
import type en from '../en/process-people.ts'

export default {
  'error.process-task.candidate': '所选人员不能办理此任务，请选择有资格且账号已启用的人员',
} as const satisfies Record<keyof typeof en, string>
