/** Who is asked, who may start, and what keeps somebody from being removed. */
export default {
  'error.process-task.candidate': 'Choose somebody who can be asked for this task and whose account is enabled',
  'error.process.names':
    'It is named by {{tasks}} open tasks and {{processes}} deployed processes: somebody else has to be asked there first',
}
