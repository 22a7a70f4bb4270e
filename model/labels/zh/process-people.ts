/** Who is asked, who may start, and what keeps somebody from being removed. */
import type en from '../en/process-people.ts'

export default {
  'error.process-task.candidate': '所选人员不能办理此任务，请选择有资格且账号已启用的人员',
  'error.process.names': '有 {{tasks}} 个待办任务和 {{processes}} 个已部署流程引用了它，请先改由其他人办理',
} as const satisfies Record<keyof typeof en, string>
