CREATE INDEX "audit_looks" ON "audit" USING btree ("circle_id","actor_id","kind","id" DESC NULLS LAST);--> statement-breakpoint
-- Answers kept until now stand here unsealed, with tokens and people's data; a request repeated across this update is done again or refused by the rules.
DELETE FROM "idempotency_keys";
