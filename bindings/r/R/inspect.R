inspect_table <- function(data, plan = NULL, report = FALSE, public_report = FALSE,
                          progress = interactive(), ...) {
    made <- fill_plan(open_plan(plan), named_rest(...), columns_of(data))
    job <- c(list(report = isTRUE(report) || isTRUE(public_report), public_report = isTRUE(public_report)),
             input_of(data))
    answer <- run_call("inspect", made$pointer, job, progress)
    structure(class = "shoal_inspection", pointer = answer$pointer,
              list(columns = inspected_columns(answer$result), plan = answer$plan,
                   result = answer$result, summary = answer$summary, report = answer$report,
                   notes = answer$notes, json = answer$json))
}

# One row for each column: what it is, and the role that it should probably play.
inspected_columns <- function(result) {
    text <- function(name) vapply(result$columns, function(x)
        if (is.null(x[[name]])) NA_character_ else as.character(x[[name]])[1L], "")
    number <- function(name) vapply(result$columns, function(x) as.double(x$values[[name]]), 0)
    data.frame(column = text("name"), type = text("type"), values = number("distinct"),
               missing = number("missing"), role = text("role"), certainty = text("certainty"),
               reason = text("reason"))
}

print.shoal_inspection <- function(x, ...) {
    cat(sub("\n+$", "\n", x$summary))
    invisible(x)
}
