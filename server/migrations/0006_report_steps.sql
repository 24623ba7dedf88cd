CREATE TABLE "report_steps" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"status" text NOT NULL,
	"message" text,
	"notes" text,
	"outcome" text,
	CONSTRAINT "report_steps_circle_id_id_pk" PRIMARY KEY("circle_id","id")
);
--> statement-breakpoint
ALTER TABLE "report_steps" ADD CONSTRAINT "report_steps_circle_id_report_id_reports_circle_id_id_fk" FOREIGN KEY ("circle_id","report_id") REFERENCES "public"."reports"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_steps_report" ON "report_steps" USING btree ("circle_id","report_id","at","id");--> statement-breakpoint
CREATE INDEX "ledger_donation" ON "ledger" USING btree ("circle_id",("payload" ->> 'donationId')) WHERE "ledger"."payload" ->> 'donationId' is not null;--> statement-breakpoint
INSERT INTO "report_steps" ("circle_id", "id", "report_id", "at", "status", "message", "notes", "outcome")
SELECT "circle_id", gen_random_uuid(), "id", "updated_at", "status", "resolution_message", "admin_notes", "outcome" FROM "reports" WHERE "resolution" IS NOT NULL OR "admin_notes" IS NOT NULL;
