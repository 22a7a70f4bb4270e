-- Whoever an open task was handed over to, or who came to be asked for it later, stood in lists by when that was; since then all who are asked stand where
-- the task does. What was there before is put right: people go with the end of their task, so these are rows of open tasks alone.

-- Whose login owns the tables obeys row security as well, so the platform's role does it.
set local role outstation_platform;
update process_task_people people set created_at = task.created_at from process_tasks task
  where task.tenant_id = people.tenant_id and task.id = people.task_id and people.created_at <> task.created_at;
set local role none;
