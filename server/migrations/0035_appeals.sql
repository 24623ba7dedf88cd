CREATE TABLE "appeals" (
	"circle_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"appellant_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"salt" text,
	"decision_id" uuid,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"decision" text,
	"outcome" text,
	"message" text,
	"decision_salt" text,
	"notes" text,
	CONSTRAINT "appeals_circle_id_report_id_pk" PRIMARY KEY("circle_id","report_id"),
	CONSTRAINT "appeals_decision" CHECK (("appeals"."decided_at" is null) = ("appeals"."decision" is null)
        and ("appeals"."decided_at" is null) = ("appeals"."outcome" is null)
        and ("appeals"."decided_at" is null) = ("appeals"."decided_by" is null)
        and ("appeals"."decided_at" is null) = ("appeals"."decision_id" is null)
        and ("appeals"."decided_at" is null) = ("appeals"."message" is null)),
	CONSTRAINT "appeals_upheld" CHECK ("appeals"."decision" is null or ("appeals"."decision" in ('UPHELD', 'CHANGED') and "appeals"."outcome" in ('keep', 'confirm', 'cancel')
        and ("appeals"."decision" = 'CHANGED' or "appeals"."outcome" = 'keep')))
);
--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_circle_id_report_id_reports_circle_id_id_fk" FOREIGN KEY ("circle_id","report_id") REFERENCES "public"."reports"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("circle_id","at") WHERE "appeals"."decided_at" is null;